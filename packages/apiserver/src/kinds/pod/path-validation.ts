import type { StatusCause } from '@banyan/api';
import { invalidValue } from '../fields/field-error.ts';

/** A path may not climb. */
export function validateNoBacksteps(path: string, field: string): StatusCause[] {
  return path.split('/').includes('..') ? [invalidValue(field, path, "must not contain '..'")] : [];
}

/** A path inside something: neither absolute nor climbing. */
export function validateDescendingPath(path: string, field: string): StatusCause[] {
  return [
    ...(path.startsWith('/') ? [invalidValue(field, path, 'must be a relative path')] : []),
    ...validateNoBacksteps(path, field),
  ];
}

/** The same, and not one of the names that volumes use themselves. */
export function validateLocalPath(path: string, field: string): StatusCause[] {
  const isReserved = path.startsWith('..') && !path.startsWith('../');
  return [
    ...validateDescendingPath(path, field),
    ...(isReserved ? [invalidValue(field, path, "must not start with '..'")] : []),
  ];
}

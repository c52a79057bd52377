import type { StatusCause } from '@banyan/api';
import { malformed, required } from '../fields/field-error.ts';
import { dnsSubdomain, pathSegmentName } from '../fields/name-format.ts';

/** Another object, by what it is and how it is called. */
export interface TypedReference {
  /** Written even where there is none. */
  apiGroup?: string | null;
  kind?: string;
  name?: string;
}

export function validateTypedReference(
  { apiGroup, kind, name }: Readonly<TypedReference>,
  path: string,
): StatusCause[] {
  return [
    ...(apiGroup === undefined || apiGroup === null
      ? []
      : malformed(`${path}.apiGroup`, apiGroup, dnsSubdomain(apiGroup))),
    ...validatePathSegment(kind, `${path}.kind`),
    ...validatePathSegment(name, `${path}.name`),
  ];
}

/** It must be there, and do as a part of a path. */
export function validatePathSegment(value: string | undefined, field: string): StatusCause[] {
  if (value === undefined || value === '') return [required(field)];
  return malformed(field, value, pathSegmentName(value, false));
}

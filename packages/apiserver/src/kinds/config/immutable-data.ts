import { isDeepStrictEqual } from 'node:util';
import type { KubeObject, StatusCause } from '@banyan/api';
import { forbidden } from '../fields/field-error.ts';

/** One mebibyte: what the keys of a ConfigMap or a Secret may hold together. */
export const MAX_DATA_BYTES = 1_048_576;

/** What was made immutable stays so, and so do its fields with data. */
export function validateImmutableData(
  object: Readonly<KubeObject>,
  old: Readonly<KubeObject>,
  fields: readonly string[],
): StatusCause[] {
  if (old['immutable'] !== true) return [];
  const changed = [
    ...(object['immutable'] === true ? [] : ['immutable']),
    ...fields.filter((field) => !isDeepStrictEqual(object[field], old[field])),
  ];
  return changed.map((field) => forbidden(field, 'field is immutable when `immutable` is set'));
}

/** How many bytes a base64 text stands for. */
export function decodedBytes(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}

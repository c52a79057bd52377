import { isJsonArray, isJsonObject, type JsonValue } from '../json-value.ts';

const KNOWN = new Set(['op', 'path', 'from', 'value']);

/**
 * What the API server says about fields of a JSON patch that no operation has: warnings to the client, or with
 * `fieldValidation=Strict` the reasons to refuse. They change nothing in how the patch is applied.
 */
export function unknownJsonPatchFields(patch: JsonValue): string[] {
  if (!isJsonArray(patch)) return [];
  return patch.flatMap((operation, number) =>
    (isJsonObject(operation) ? Object.keys(operation) : [])
      .filter((field) => !KNOWN.has(field))
      .map((field) => `json patch unknown field "[${number}].${field}"`),
  );
}

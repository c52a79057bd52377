import { isJsonObject, type JsonObject, type JsonValue } from '../json-value.ts';
import { badRequest, PatchError } from '../patch-error.ts';
import type { Schema } from '../schema.ts';
import { mergeObject } from './merge-object.ts';

/**
 * Applies a strategic merge patch as the API server does. `schema` is that of the object's kind, with the
 * `x-kubernetes-patch-*` facts; kinds without one (custom resources) do not take such patches, and it is the
 * caller who says so (415). What the patch does not touch is shared with the object. Throws `PatchError`.
 */
export function applyStrategicMergePatch(object: JsonObject, patch: JsonValue, schema: Schema): JsonObject {
  // The API server reads a null as an empty patch.
  if (patch === null) return object;
  if (!isJsonObject(patch)) throw notAnObject(patch);
  return mergeObject(object, patch, schema, '');
}

function notAnObject(patch: JsonValue): PatchError {
  const type = Array.isArray(patch) ? 'array' : typeof patch === 'boolean' ? 'bool' : typeof patch;
  const message = `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`;
  return new PatchError(message, { code: 'malformed', path: '', status: badRequest(message) });
}

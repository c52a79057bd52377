import {
  isJsonArray,
  isJsonObject,
  ownValue,
  setOwnValue,
  type JsonObject,
  type JsonValue,
} from '../json-value.ts';
import { badRequest, PatchError } from '../patch-error.ts';

/**
 * Applies a JSON merge patch (RFC 7386) as the API server does: the patch must be an object, and nulls are
 * also dropped from objects inside of lists that it sets. What the patch does not touch is shared with the
 * document. Throws `PatchError`.
 */
export function applyMergePatch(document: JsonValue, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) throw notAnObject(patch);
  return isJsonObject(document) ? mergeObjects(document, patch) : withoutNulls(patch);
}

function mergeObjects(current: JsonObject, patch: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...current };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      delete merged[key];
    } else {
      setOwnValue(merged, key, mergeValue(ownValue(current, key), value));
    }
  }
  return merged;
}

function mergeValue(current: JsonValue | undefined, value: JsonValue): JsonValue {
  if (!isJsonObject(current)) return withoutNulls(value);
  return isJsonObject(value) ? mergeObjects(current, value) : value;
}

/** In a list a null stays (it keeps its place), in an object it goes. */
function withoutNulls(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const kept: Record<string, JsonValue> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (inner !== null) setOwnValue(kept, key, withoutNulls(inner));
  }
  return kept;
}

function notAnObject(patch: JsonValue): PatchError {
  const type = Array.isArray(patch) ? 'array' : typeof patch === 'boolean' ? 'bool' : typeof patch;
  const message =
    patch === null
      ? 'Invalid JSON Patch'
      : `error decoding patch: json: cannot unmarshal ${type} into Go value of type map[string]interface {}`;
  return new PatchError(message, { code: 'malformed', path: '', status: badRequest(message) });
}

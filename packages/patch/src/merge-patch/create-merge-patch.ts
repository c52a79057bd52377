import {
  isJsonObject,
  jsonEqual,
  ownValue,
  setOwnValue,
  type JsonObject,
  type JsonValue,
} from '../json-value.ts';

/**
 * The smallest merge patch that makes `to` out of `from`: `{}` if they are equal. Lists are set as a whole.
 * A null inside of an object cannot be told from an absent key by a merge patch: `to` must have none.
 */
export function createMergePatch(from: JsonObject, to: JsonObject): JsonObject {
  const patch: Record<string, JsonValue> = {};
  for (const key of Object.keys(from)) {
    if (!Object.hasOwn(to, key)) setOwnValue(patch, key, null);
  }
  for (const [key, value] of Object.entries(to)) {
    const change = changeOf(ownValue(from, key), value);
    if (change !== undefined) setOwnValue(patch, key, change);
  }
  return patch;
}

function changeOf(from: JsonValue | undefined, to: JsonValue): JsonValue | undefined {
  if (!isJsonObject(from) || !isJsonObject(to)) {
    return from !== undefined && jsonEqual(from, to) ? undefined : to;
  }
  const patch = createMergePatch(from, to);
  return Object.keys(patch).length === 0 ? undefined : patch;
}

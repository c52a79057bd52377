import { isJsonArray, isJsonObject, setOwnValue, type JsonObject, type JsonValue } from '../json-value.ts';

/** `$patch: delete | replace` in an object or in an item of a merged list. */
export const PATCH = '$patch';
/** `$retainKeys: [a, b]`: every other key of the object goes. */
export const RETAIN_KEYS = '$retainKeys';
/** `$deleteFromPrimitiveList/field: [values to remove]` beside the field. */
export const DELETE_FROM_PRIMITIVE_LIST = '$deleteFromPrimitiveList';
/** `$setElementOrder/field: [items, or their merge keys]` beside the field. */
export const SET_ELEMENT_ORDER = '$setElementOrder';

/** The field that a parallel directive (`prefix/field`) is about; undefined if it is none at all. */
export function fieldOfDirective(key: string, prefix: string): string | undefined {
  return key.startsWith(`${prefix}/`) ? key.slice(prefix.length + 1) : undefined;
}

/**
 * A part of the patch that finds nothing to merge with, as it goes into the object: without nulls, and without
 * each object that a `$patch` says to delete or replace. Undefined if that is the whole value.
 */
export function newValue(value: JsonValue): JsonValue | undefined {
  if (isJsonArray(value)) return value.map(newValue).filter((item) => item !== undefined);
  if (!isJsonObject(value)) return value;
  return Object.hasOwn(value, PATCH) ? undefined : newObject(value);
}

function newObject(value: JsonObject): JsonObject {
  const kept: Record<string, JsonValue> = {};
  for (const [key, inner] of Object.entries(value)) {
    const taken = inner === null || isDirective(key) ? undefined : newValue(inner);
    if (taken !== undefined) setOwnValue(kept, key, taken);
  }
  return kept;
}

/**
 * A part of the patch that is taken as it is, in the place of another object. Directives inside of it have no effect,
 * and stay: who reads the object as one of its kind knows no such fields. Nulls stay too: what they mean is up to the
 * kind (nothing for most fields, an empty text in a map of texts).
 */
export function replacingObject(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== PATCH));
}

function isDirective(key: string): boolean {
  return (
    key === PATCH ||
    key === RETAIN_KEYS ||
    fieldOfDirective(key, DELETE_FROM_PRIMITIVE_LIST) !== undefined ||
    fieldOfDirective(key, SET_ELEMENT_ORDER) !== undefined
  );
}

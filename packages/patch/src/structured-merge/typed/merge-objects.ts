import {
  isJsonArray,
  isJsonObject,
  ownValue,
  setOwnValue,
  type JsonObject,
  type JsonValue,
} from '../../json-value.ts';
import { mergeLists } from './merge-lists.ts';
import { shapeOf, type FieldType, type MapType } from './field-type.ts';

type Maybe = JsonValue | undefined;

/**
 * The live object with an applied configuration laid over it: leaves of the configuration win, nothing is
 * removed. Both must be valid for the type, and the configuration must have no duplicates in its lists.
 */
export function mergeObjects(type: FieldType, live: JsonObject, applied: JsonObject): JsonObject {
  const merged = merge(type, live, applied);
  return isJsonObject(merged) ? merged : {};
}

/** Undefined when neither side has anything. */
function merge(type: FieldType, live: Maybe, applied: Maybe): Maybe {
  if (applied === undefined) return live;
  const shape = shapeOf(type, applied);
  if (shape === 'map' && type.map !== undefined) return mergeMaps(type.map, live, applied);
  if (shape === 'list' && type.list !== undefined) {
    const old = isJsonArray(live) ? live : [];
    const now = isJsonArray(applied) ? applied : [];
    if (type.list.atomic || (old.length === 0 && now.length === 0)) return applied;
    const { items } = type.list;
    return mergeLists(type.list, old, now, (before, after) => merge(items, before, after));
  }
  return applied;
}

function mergeMaps(map: MapType, live: Maybe, applied: JsonValue): Maybe {
  const old = isJsonObject(live) ? live : {};
  const now = isJsonObject(applied) ? applied : {};
  const oldNames = Object.keys(old);
  const newNames = Object.keys(now);
  if (map.atomic || (oldNames.length === 0 && newNames.length === 0)) return applied;
  const merged: Record<string, JsonValue> = {};
  for (const name of oldNames.length === 0 ? newNames : new Set([...oldNames, ...newNames])) {
    const value = merge(map.fieldType(name) ?? {}, ownValue(old, name), ownValue(now, name));
    if (value !== undefined) setOwnValue(merged, name, value);
  }
  return merged;
}

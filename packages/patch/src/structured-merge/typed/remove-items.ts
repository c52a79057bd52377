import { isJsonArray, isJsonObject, setOwnValue, type JsonObject, type JsonValue } from '../../json-value.ts';
import type { FieldSet } from '../field-set/field-set.ts';
import { fieldElement } from '../field-set/path-element.ts';
import { shapeOf, type FieldType, type ListType, type MapType } from './field-type.ts';
import { listItemElement } from './list-item-element.ts';

/** The object without the fields and items of the set. A container that loses all it had becomes null. */
export function removeItems(type: FieldType, object: JsonObject, fields: FieldSet): JsonObject {
  const left = walk(type, object, fields, false);
  return isJsonObject(left) ? left : {};
}

/** Only the fields and items of the set. For what a manager owns, pass the leaves of its set. */
export function extractItems(type: FieldType, object: JsonObject, fields: FieldSet): JsonObject {
  const taken = walk(type, object, fields, true);
  return isJsonObject(taken) ? taken : {};
}

function walk(type: FieldType, value: JsonValue, fields: FieldSet, extract: boolean): JsonValue {
  switch (shapeOf(type, value)) {
    case 'scalar':
      return value;
    case 'map':
      if (type.map === undefined || !isJsonObject(value)) return null;
      if (type.map.atomic || Object.keys(value).length === 0) return extract ? value : null;
      return extract ? extractFromMap(type.map, value, fields) : removeFromMap(type.map, value, fields);
    case 'list':
      if (type.list === undefined || !isJsonArray(value)) return null;
      if (type.list.atomic || value.length === 0) return extract ? value : null;
      return walkList(type.list, value, fields, extract);
    case 'none':
      return null;
  }
}

function removeFromMap(map: MapType, value: JsonObject, fields: FieldSet): JsonValue {
  const left: Record<string, JsonValue> = {};
  for (const [name, inner] of Object.entries(value)) {
    const element = fieldElement(name);
    if (fields.hasMember(element)) continue;
    const below = fields.below(element);
    setOwnValue(left, name, below.isEmpty ? inner : walk(map.fieldType(name) ?? {}, inner, below, false));
  }
  return Object.keys(left).length === 0 ? null : left;
}

function extractFromMap(map: MapType, value: JsonObject, fields: FieldSet): JsonValue {
  const taken: Record<string, JsonValue> = {};
  for (const [name, inner] of Object.entries(value)) {
    const element = fieldElement(name);
    const below = fields.below(element);
    if (!fields.hasMember(element) && below.isEmpty) continue;
    setOwnValue(taken, name, walk(map.fieldType(name) ?? {}, inner, below, true));
  }
  return Object.keys(taken).length === 0 ? null : taken;
}

function walkList(
  list: ListType,
  value: readonly JsonValue[],
  fields: FieldSet,
  extract: boolean,
): JsonValue {
  const kept: JsonValue[] = [];
  for (const item of value) {
    const element = listItemElement(list, item);
    const isMember = fields.hasMember(element);
    const below = fields.below(element);
    if (extract ? !isMember && below.isEmpty : isMember) continue;
    kept.push(below.isEmpty ? item : walk(list.items, item, below, extract));
  }
  return kept.length === 0 ? null : kept;
}

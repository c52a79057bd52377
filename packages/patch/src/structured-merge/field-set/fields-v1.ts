import { hash } from 'node:crypto';
import { isJsonObject, setOwnValue, type JsonObject, type JsonValue } from '../../json-value.ts';
import { FieldSet } from './field-set.ts';
import { compareText } from './go-text.ts';
import { parseElement, type PathElement } from './path-element.ts';

/** `fieldsV1` as in a managedFields entry: elements as keys, `.` for "the field itself, besides those below". */
export type FieldsV1 = JsonObject;

/** Keys come out in the API server's order. */
export function encodeFieldsV1(set: FieldSet): FieldsV1 {
  return encode(set, false);
}

function encode(set: FieldSet, withSelf: boolean): FieldsV1 {
  const fields: Record<string, JsonValue> = {};
  if (withSelf) fields['.'] = {};
  for (const [element, { member, children }] of set.sortedEntries()) {
    setOwnValue(fields, element, children === undefined ? {} : encode(children, member));
  }
  return fields;
}

/** The same with its keys in the order of their texts, as the API server writes what passed through a map. */
export function withSortedKeys(fields: FieldsV1): FieldsV1 {
  const sorted: Record<string, JsonValue> = {};
  for (const key of Object.keys(fields).sort(compareText)) {
    const below = fields[key];
    setOwnValue(sorted, key, isJsonObject(below) ? withSortedKeys(below) : {});
  }
  return sorted;
}

/** Throws a SyntaxError when a key is no path element; elements of unknown types are left out. */
export function decodeFieldsV1(fields: FieldsV1): FieldSet {
  const nodes: (readonly [PathElement, boolean, FieldSet])[] = [];
  for (const [key, value] of Object.entries(fields)) {
    if (key === '.') continue;
    const element = parseElement(key);
    if (element === undefined) continue;
    const below = isJsonObject(value) ? decodeFieldsV1(value) : FieldSet.EMPTY;
    const isMember = below.isEmpty || (isJsonObject(value) && Object.hasOwn(value, '.'));
    nodes.push([element, isMember, below]);
  }
  return FieldSet.fromNodes(nodes);
}

/**
 * A short text that is equal for equal sets and different (but for chance: 64 bits) for different ones,
 * whatever the order of the keys. Made for comparing our own entry on every event without decoding it.
 */
export function fieldsV1Digest(fields: FieldsV1): string {
  return hash('sha256', canonicalText(fields)).slice(0, 16);
}

export function fieldSetDigest(set: FieldSet): string {
  return fieldsV1Digest(encodeFieldsV1(set));
}

function canonicalText(fields: FieldsV1): string {
  const keys = Object.keys(fields);
  if (keys.length > 1) keys.sort();
  let text = '{';
  for (const key of keys) {
    const below = fields[key];
    // A NUL cannot be in a key's name, so no two sets share a text.
    text += `${key}\0${isJsonObject(below) ? canonicalText(below) : '{}'}`;
  }
  return `${text}}`;
}

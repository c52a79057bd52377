import type { StatusCause } from '@banyan/api';
import { duplicate, invalidValue } from '../../../kinds/fields/field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { MAX_CAUSES } from './findings.ts';
import { additionalOf, itemsOf, ownProperty } from '../schema-parts.ts';
import { canonicalJson, hasOwn, isObject, type JsonObject, shown } from './json-value.ts';

/** Adds what is there twice to `causes`. */
export type ListTypeCheck = (value: unknown, path: string, causes: StatusCause[]) => void;

/** Compiles the check that sets have no value twice and maps no key. Undefined if the schema has neither. */
export function checkListTypes(schema: JsonSchemaProps): ListTypeCheck | undefined {
  const own = ownCheck(schema);
  const items = itemsOf(schema);
  const checkItem = items && checkListTypes(items);
  const additional = additionalOf(schema);
  const checkOther = additional && checkListTypes(additional);
  const properties = new Map<string, ListTypeCheck>();
  for (const name of Object.keys(schema.properties ?? {})) {
    const property = ownProperty(schema, name);
    const check = property && checkListTypes(property);
    if (check) properties.set(name, check);
  }
  if (!own && !checkItem && !checkOther && properties.size === 0) return undefined;
  return (value, path, causes) => {
    if (Array.isArray(value)) {
      own?.(value, path, causes);
      if (checkItem) value.forEach((item, index) => checkItem(item, `${path}[${index}]`, causes));
      return;
    }
    if (!isObject(value)) return;
    if (checkOther)
      for (const name of Object.keys(value)) checkOther(value[name], `${path}[${name}]`, causes);
    for (const [name, check] of properties)
      if (hasOwn(value, name)) check(value[name], path === '' ? name : `${path}.${name}`, causes);
  };
}

type OwnCheck = (list: readonly unknown[], path: string, causes: StatusCause[]) => void;

function ownCheck(schema: JsonSchemaProps): OwnCheck | undefined {
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return (list, path, causes) => {
        for (const index of repeated(list))
          causes.push(duplicate(`${path}[${index}]`, printable(list[index])));
      };
    case 'map':
      return (list, path, causes) =>
        checkKeys(list, schema['x-kubernetes-list-map-keys'] ?? [], path, causes);
    default:
      return undefined;
  }
}

function checkKeys(
  list: readonly unknown[],
  keys: readonly string[],
  path: string,
  causes: StatusCause[],
): void {
  if (isEasilyUnique(list, keys)) return;
  const wrong = list.findIndex((item) => item !== null && !isObject(item));
  if (wrong >= 0) {
    const why = 'must be an object for an array of list-type map';
    causes.push(invalidValue(`${path}[${wrong}]`, printable(list[wrong]), why));
    return;
  }
  const found = list.map((item) => keysOf(item, keys));
  for (const index of repeated(found)) causes.push(duplicate(`${path}[${index}]`, printable(found[index])));
}

function keysOf(item: unknown, keys: readonly string[]): JsonObject {
  if (!isObject(item)) return {};
  return Object.fromEntries(keys.filter((key) => hasOwn(item, key)).map((key) => [key, item[key]]));
}

/** Mostly the first key is a text, and no two items have the same. */
function isEasilyUnique(list: readonly unknown[], [key = '']: readonly string[]): boolean {
  const seen = new Set<unknown>();
  for (const item of list) {
    const value = isObject(item) && hasOwn(item, key) ? item[key] : undefined;
    if (typeof value !== 'string' || seen.has(value)) return false;
    seen.add(value);
  }
  return true;
}

/** The second place of every value that is there more than once. */
function repeated(list: readonly unknown[]): number[] {
  if (list.length <= 1) return [];
  if (list.every((value) => typeof value === 'string') && new Set(list).size === list.length) return [];
  const times = new Map<string, number>();

  const indices: number[] = [];
  for (const [index, value] of list.entries()) {
    const key = canonicalJson(value);
    const before = times.get(key) ?? 0;
    if (indices.length >= MAX_CAUSES) break;
    if (before === 1) indices.push(index);
    times.set(key, before + 1);
  }
  return indices;
}

/** Members in the order of their keys, as the real server prints them. */
function printable(value: unknown): unknown {
  if (!isObject(value)) return shown(value);
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, printable(value[key])]));
}

import type { JsonSchemaProps } from '../json-schema-props.ts';
import { itemsOf, propertySchema } from '../schema-parts.ts';
import type { Correlation } from './findings.ts';
import { canonicalJson, hasOwn, isObject } from './json-value.ts';

/** Puts a value beside the one it replaces, as far down as the schema lets one tell which is which. */
export function correlate(value: unknown, old: unknown, schema: JsonSchemaProps | undefined): Correlation {
  return new CorrelatedValue(value, old, schema);
}

class CorrelatedValue implements Correlation {
  readonly #value: unknown;
  readonly #old: unknown;
  readonly #schema: JsonSchemaProps | undefined;
  readonly #children = new Map<string | number, CorrelatedValue>();
  #oldItems: Map<string, unknown> | undefined;
  #equal: boolean | undefined;

  constructor(value: unknown, old: unknown, schema: JsonSchemaProps | undefined) {
    this.#value = value;
    this.#old = old;
    this.#schema = schema;
  }

  get isEqual(): boolean {
    this.#equal ??= this.#compare();
    return this.#equal;
  }

  key(name: string): CorrelatedValue | undefined {
    const known = this.#children.get(name);
    if (known !== undefined) return known;
    const [value, old] = [this.#value, this.#old];
    if (!isObject(value) || !isObject(old) || !hasOwn(value, name) || !hasOwn(old, name)) return undefined;
    const schema = this.#schema && propertySchema(this.#schema, name);
    if (schema === undefined) return undefined;
    const child = new CorrelatedValue(value[name], old[name], schema);
    this.#children.set(name, child);
    return child;
  }

  index(index: number): CorrelatedValue | undefined {
    const known = this.#children.get(index);
    if (known !== undefined) return known;
    const schema = this.#schema && itemsOf(this.#schema);
    if (!Array.isArray(this.#value) || !Array.isArray(this.#old) || schema === undefined) return undefined;
    const keys = mapKeysOf(this.#schema);
    if (keys === undefined) return undefined;
    const item: unknown = this.#value[index];
    this.#oldItems ??= itemsByKey(this.#old, keys);
    const key = itemKey(item, keys);
    const old = key === undefined ? undefined : this.#oldItems.get(key);
    if (old === undefined) return undefined;
    const child = new CorrelatedValue(item, old, schema);
    this.#children.set(index, child);
    return child;
  }

  #compare(): boolean {
    const [value, old] = [this.#value, this.#old];
    if (Array.isArray(value) && Array.isArray(old) && value.length === old.length) {
      if (mapKeysOf(this.#schema) === undefined) return canonicalJson(value) === canonicalJson(old);
      return value.every((_, index) => this.index(index)?.isEqual === true);
    }
    if (isObject(value) && isObject(old)) {
      const keys = Object.keys(value);
      if (keys.length !== Object.keys(old).length) return false;
      return keys.every((key) => this.key(key)?.isEqual === true);
    }
    return value === old;
  }
}

function mapKeysOf(schema: JsonSchemaProps | undefined): readonly string[] | undefined {
  return schema?.['x-kubernetes-list-type'] === 'map' ? schema['x-kubernetes-list-map-keys'] : undefined;
}

/** The first item of each key; items without all keys are not found again. */
export function itemsByKey(items: readonly unknown[], keys: readonly string[]): Map<string, unknown> {
  const byKey = new Map<string, unknown>();
  for (const item of items) {
    const key = itemKey(item, keys);
    if (key !== undefined && !byKey.has(key)) byKey.set(key, item);
  }
  return byKey;
}

export function itemKey(item: unknown, keys: readonly string[]): string | undefined {
  if (!isObject(item)) return undefined;
  const values: string[] = [];
  for (const key of keys) {
    const value = hasOwn(item, key) ? item[key] : undefined;
    if (value === undefined || value === null || typeof value === 'object') return undefined;
    values.push(canonicalJson(value));
  }
  return values.join('\0');
}

import { isJsonArray, isJsonObject, type JsonValue } from '../../json-value.ts';
import type { Schema } from '../../schema.ts';
import { OBJECT_META_SCHEMA } from './object-meta-schema.ts';

/**
 * How a value of one place in an object is merged and owned. A place may take several shapes (a schema
 * without a type takes all three); the value then decides which one counts.
 */
export interface FieldType {
  readonly scalar?: ScalarType;
  readonly list?: ListType;
  readonly map?: MapType;
}

export type ScalarType = 'string' | 'numeric' | 'boolean' | 'untyped';

export interface ListType {
  /** Owned and replaced as a whole, like a scalar. */
  readonly atomic: boolean;
  /** The fields that identify an item of a list-map; none for a set. */
  readonly keys: readonly string[];
  readonly items: FieldType;
}

export interface MapType {
  readonly atomic: boolean;
  /** Free-form without any named field: never reconciled with a changed schema. */
  readonly deduced: boolean;
  /** The type of a field, undefined when the schema does not allow it. */
  fieldType(name: string): FieldType | undefined;
  /** A field of the schema, as opposed to a key of a free map. */
  isNamed(name: string): boolean;
  defaultOf(name: string): JsonValue | undefined;
}

/** The type by which a kind without a schema is merged: maps field by field, lists as a whole. */
const DEDUCED: FieldType = freeType(false);
/** The type of what is inside a list of a deduced type. */
const UNTYPED_ATOMIC: FieldType = freeType(true);

function freeType(atomicMaps: boolean): FieldType {
  const self: FieldType = {
    scalar: 'untyped',
    list: {
      atomic: true,
      keys: [],
      get items() {
        return UNTYPED_ATOMIC;
      },
    },
    map: {
      atomic: atomicMaps,
      deduced: !atomicMaps,
      fieldType: () => self,
      isNamed: () => false,
      defaultOf: () => undefined,
    },
  };
  return self;
}

const strictTypes = new WeakMap<Schema, FieldType>();
const preservingTypes = new WeakMap<Schema, FieldType>();

/** The type for a schema; it is remembered for the schema's life, so pass the same schema again. */
export function fieldTypeOf(schema: Schema | undefined): FieldType {
  return schema === undefined ? DEDUCED : typeOf(schema, false);
}

/** `preserve`: a schema above keeps unknown fields, so this one does too. */
function typeOf(schema: Schema, preserve: boolean): FieldType {
  const preserving = preserve || schema['x-kubernetes-preserve-unknown-fields'] === true;
  const known = preserving ? preservingTypes : strictTypes;
  const found = known.get(schema);
  if (found !== undefined) return found;
  const type = makeType(schema, preserving);
  known.set(schema, type);
  return type;
}

function makeType(schema: Schema, preserving: boolean): FieldType {
  // Raw JSON of another kind, which the published schema shows as any object.
  if (schema.title === 'RawExtension') return UNTYPED_ATOMIC;
  switch (schema.type) {
    case 'object':
      return { map: mapType(schema, preserving) };
    case 'array':
      return { list: listType(schema, preserving) };
    case 'string':
      return { scalar: isPlainString(schema) ? 'string' : 'untyped' };
    case 'integer':
    case 'number':
      return { scalar: 'numeric' };
    case 'boolean':
      return { scalar: 'boolean' };
    case undefined:
      return { scalar: 'untyped', list: listType(schema, preserving), map: mapType(schema, preserving) };
  }
}

/** A string with a format (a time, an int-or-string) may be written as another scalar. */
function isPlainString(schema: Schema): boolean {
  const { format = '' } = schema;
  return (format === '' || format === 'byte') && schema['x-kubernetes-int-or-string'] !== true;
}

function listType(schema: Schema, preserving: boolean): ListType {
  const { items } = schema;
  return {
    ...listRelation(schema),
    get items() {
      return items === undefined ? UNTYPED_ATOMIC : typeOf(items, preserving);
    },
  };
}

/** A kind without list types falls back on the facts of its strategic merge patch. */
function listRelation(schema: Schema): { atomic: boolean; keys: readonly string[] } {
  const listKind = schema['x-kubernetes-list-type'];
  if (listKind !== undefined) {
    const keys = listKind === 'map' ? (schema['x-kubernetes-list-map-keys'] ?? []) : [];
    return { atomic: listKind === 'atomic', keys };
  }
  const strategy = schema['x-kubernetes-patch-strategy'];
  if (strategy !== 'merge' && strategy !== 'merge,retainKeys') return { atomic: true, keys: [] };
  const key = schema['x-kubernetes-patch-merge-key'];
  return { atomic: false, keys: key === undefined ? [] : [key] };
}

function mapType(schema: Schema, preserving: boolean): MapType {
  const properties = new Map(Object.entries(schema.properties ?? {}));
  if (schema['x-kubernetes-embedded-resource'] === true) addEmbeddedFields(properties);
  const rest = restType(schema, preserving);
  return {
    atomic: schema['x-kubernetes-map-type'] === 'atomic',
    deduced: rest === DEDUCED && properties.size === 0,
    fieldType(name) {
      const property = properties.get(name);
      if (property === undefined) return rest;
      return typeOf(property, preserving && property !== OBJECT_META_SCHEMA);
    },
    isNamed: (name) => properties.has(name),
    defaultOf: (name) => properties.get(name)?.default as JsonValue | undefined,
  };
}

/** An object within an object has what every object has, though its schema need not say so. */
function addEmbeddedFields(properties: Map<string, Schema>): void {
  properties.set('apiVersion', { type: 'string' });
  properties.set('kind', { type: 'string' });
  properties.set('metadata', OBJECT_META_SCHEMA);
}

/** The type of fields that are not in `properties`, undefined when there may be none. */
function restType(schema: Schema, preserving: boolean): FieldType | undefined {
  const rest = schema.additionalProperties;
  if (rest === undefined) return preserving || schema.properties === undefined ? DEDUCED : undefined;
  if (typeof rest === 'boolean') return rest ? DEDUCED : undefined;
  return typeOf(rest, preserving);
}

/** The shapes that are left of a type once a value is known: one, or all of them for null and misfits. */
export type Shape = 'map' | 'scalar' | 'list' | 'none';

export function shapeOf(type: FieldType, value: JsonValue): Shape {
  if (isJsonArray(value) && type.list !== undefined) return 'list';
  if (isJsonObject(value) && type.map !== undefined) return 'map';
  if (value !== null && typeof value !== 'object' && type.scalar !== undefined) return 'scalar';
  return anyShape(type);
}

function anyShape(type: FieldType): Shape {
  if (type.map !== undefined) return 'map';
  if (type.scalar !== undefined) return 'scalar';
  return type.list === undefined ? 'none' : 'list';
}

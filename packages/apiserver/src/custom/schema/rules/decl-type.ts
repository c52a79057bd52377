import type { JsonSchemaProps } from '../json-schema-props.ts';
import { additionalOf, itemsOf } from '../schema-parts.ts';
import { escapedName } from './escaped-name.ts';

/** What a rule knows of a value: its type, and how large it can be, which is what a rule may cost. */
export type DeclType = ScalarDecl | ListDecl | MapDecl | ObjectDecl;

interface Sized {
  /** Characters of a text, items of a list, members of a map. */
  readonly maxElements: number;
  /** Bytes that it has at least, as JSON. */
  readonly minSize: number;
}

interface ScalarDecl extends Sized {
  readonly kind: 'scalar';
  readonly name: 'int' | 'double' | 'bool' | 'string' | 'bytes' | 'duration' | 'timestamp' | 'dyn';
}

export interface ListDecl extends Sized {
  readonly kind: 'list';
  readonly element: DeclType;
  /** Sets and maps are equal whatever the order of their items. */
  readonly listType: 'atomic' | 'set' | 'map';
  readonly keys: readonly string[];
}

interface MapDecl extends Sized {
  readonly kind: 'map';
  readonly element: DeclType;
}

export interface ObjectDecl extends Sized {
  readonly kind: 'object';
  /** By the name that rules use. */
  readonly fields: ReadonlyMap<string, ObjectField>;
}

interface ObjectField {
  readonly name: string;
  readonly type: DeclType;
}

const MAX_REQUEST_BYTES = 3 * 1024 * 1024;
/** Numbers and objects are not gone through. */
const NO_ELEMENTS = 0;
const NAME_SCHEMA: JsonSchemaProps = { type: 'string' };

const INT: ScalarDecl = { kind: 'scalar', name: 'int', maxElements: NO_ELEMENTS, minSize: 1 };
const DOUBLE: ScalarDecl = { kind: 'scalar', name: 'double', maxElements: NO_ELEMENTS, minSize: 1 };
const BOOL: ScalarDecl = { kind: 'scalar', name: 'bool', maxElements: NO_ELEMENTS, minSize: 4 };

/** Undefined for a value that rules do not see. `isResource`: kind, apiVersion and names are there in any case. */
export function declTypeOf(schema: JsonSchemaProps, isResource: boolean): DeclType | undefined {
  if (schema['x-kubernetes-int-or-string'] === true)
    return { kind: 'scalar', name: 'dyn', maxElements: textLength(schema), minSize: 1 };
  switch (schema.type) {
    case 'array':
      return listType(schema);
    case 'object':
      return schema.additionalProperties !== undefined && additionalOf(schema) && !isResource
        ? mapType(schema)
        : objectType(isResource ? withMeta(schema) : schema);
    case 'string':
      return textType(schema);
    case 'boolean':
      return BOOL;
    case 'number':
      return DOUBLE;
    case 'integer':
      return INT;
    default:
      return undefined;
  }
}

function nested(schema: JsonSchemaProps | undefined): DeclType | undefined {
  return schema && declTypeOf(schema, schema['x-kubernetes-embedded-resource'] === true);
}

function listType(schema: JsonSchemaProps): ListDecl | undefined {
  const element = nested(itemsOf(schema));
  if (element === undefined) return undefined;
  const listKind = schema['x-kubernetes-list-type'];
  return {
    kind: 'list',
    element,
    maxElements: atLeastZero(schema.maxItems) ?? Math.floor((MAX_REQUEST_BYTES - 2) / (element.minSize + 1)),
    minSize: 2,
    listType: listKind === 'set' || listKind === 'map' ? listKind : 'atomic',
    keys: schema['x-kubernetes-list-map-keys'] ?? [],
  };
}

function mapType(schema: JsonSchemaProps): MapDecl | undefined {
  const element = nested(additionalOf(schema));
  if (element === undefined) return undefined;
  const fits = Math.floor((MAX_REQUEST_BYTES - 2) / (element.minSize + 6));
  return { kind: 'map', element, maxElements: atLeastZero(schema.maxProperties) ?? fits, minSize: 2 };
}

function objectType(schema: JsonSchemaProps): ObjectDecl {
  const fields = new Map<string, ObjectField>();
  const needed = new Set(schema.required);
  let minSize = 2;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const type = nested(property);
    if (type === undefined) continue;
    const escaped = escapedName(name);
    // The library knows values by their constructor, so no member of that name can be seen.
    if (escaped !== undefined && escaped !== 'constructor') fields.set(escaped, { name, type });
    if (needed.has(name) && property.default === undefined)
      minSize += Buffer.byteLength(name) + type.minSize + 4;
  }
  return { kind: 'object', fields, maxElements: NO_ELEMENTS, minSize };
}

function withMeta(schema: JsonSchemaProps): JsonSchemaProps {
  const names = { name: NAME_SCHEMA, generateName: NAME_SCHEMA };
  return {
    ...schema,
    properties: {
      ...schema.properties,
      kind: NAME_SCHEMA,
      apiVersion: NAME_SCHEMA,
      metadata: { type: 'object', properties: names },
    },
  };
}

function textType(schema: JsonSchemaProps): ScalarDecl {
  const maxElements = textLength(schema);
  switch (schema.format) {
    case 'byte':
      return {
        kind: 'scalar',
        name: 'bytes',
        maxElements: atLeastZero(schema.maxLength) ?? maxElements,
        minSize: 2,
      };
    case 'duration':
      return { kind: 'scalar', name: 'duration', maxElements: 32, minSize: 3 };
    case 'date':
      return { kind: 'scalar', name: 'timestamp', maxElements: 12, minSize: 12 };
    case 'date-time':
      return { kind: 'scalar', name: 'timestamp', maxElements: 32, minSize: 21 };
    default:
      return { kind: 'scalar', name: 'string', maxElements, minSize: 2 };
  }
}

function textLength(schema: JsonSchemaProps): number {
  const max = atLeastZero(schema.maxLength);
  // A character may have four bytes.
  if (max !== undefined) return max * 4;
  const values = (schema.enum ?? []).filter((value) => typeof value === 'string');
  if (schema.type === 'string' && values.length > 0)
    return Math.max(...values.map((each) => Buffer.byteLength(each)));
  return MAX_REQUEST_BYTES - 2;
}

function atLeastZero(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.max(0, value);
}

/** How many types of objects a type is made of. */
export function objectTypes(type: DeclType): number {
  switch (type.kind) {
    case 'scalar':
      return 0;
    case 'list':
    case 'map':
      return objectTypes(type.element);
    case 'object': {
      let count = 1;
      for (const field of type.fields.values()) count += objectTypes(field.type);
      return count;
    }
  }
}

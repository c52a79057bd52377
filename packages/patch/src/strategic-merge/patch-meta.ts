import type { Schema } from '../schema.ts';
import { unexplained } from './strategic-error.ts';

/** How a field is patched. */
export interface PatchMeta {
  /** `merge`, `replace` or nothing; `retainKeys` is for who makes patches and changes nothing here. */
  readonly strategy: string;
  /** The key that tells the items of a merged list apart; empty for lists of plain values. */
  readonly mergeKey: string;
  /** Of the field's value; for a list of one item. */
  readonly schema: Schema | undefined;
}

const UNKNOWN: PatchMeta = { strategy: '', mergeKey: '', schema: undefined };

/** Of a field that holds an object. Without a schema objects are merged and lists replaced. */
export function objectFieldMeta(schema: Schema | undefined, field: string, path: string): PatchMeta {
  if (schema === undefined) return UNKNOWN;
  const fieldSchema = fieldOf(schema, field, path);
  return { ...strategyOf(fieldSchema), schema: fieldSchema };
}

/** The API server takes a directive about a list for an object too, and finds nothing to do. */
const MAY_BE_LIST: ReadonlySet<Schema['type']> = new Set(['array', 'object', undefined]);

/** Of a field that holds a list. */
export function listFieldMeta(schema: Schema | undefined, field: string, path: string): PatchMeta {
  if (schema === undefined) return UNKNOWN;
  const fieldSchema = fieldOf(schema, field, path);
  if (!MAY_BE_LIST.has(fieldSchema.type)) {
    throw unexplained('wrong-type', 'expected slice or array type, but got: struct', path);
  }
  if (fieldSchema.items?.type === 'array') throw unexplained('bad-list', 'unexpected slice of slice', path);
  return { ...strategyOf(fieldSchema), schema: fieldSchema.items };
}

function fieldOf(schema: Schema, field: string, path: string): Schema {
  const { properties } = schema;
  const found = properties !== undefined && Object.hasOwn(properties, field) ? properties[field] : undefined;
  if (found !== undefined) return found;
  if (schema.additionalProperties !== undefined) {
    const message = 'merging an object in json but data type is not struct, instead is: map';
    throw unexplained('unknown-field', message, path);
  }
  const message = `unable to find api field in struct ${schema.title ?? ''} for the json field ${JSON.stringify(field)}`;
  throw unexplained('unknown-field', message, path);
}

function strategyOf(schema: Schema): { strategy: string; mergeKey: string } {
  const strategies = schema['x-kubernetes-patch-strategy']?.split(',') ?? [];
  return {
    strategy: strategies.find((strategy) => strategy !== 'retainKeys') ?? '',
    mergeKey: schema['x-kubernetes-patch-merge-key'] ?? '',
  };
}

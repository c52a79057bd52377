import type { StatusCause } from '@banyan/api';
import { DecodeError } from '../../decoding/decode-error.ts';
import { invalidValue } from '../../kinds/fields/field-error.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';
import { readObjectMeta } from './object-meta.ts';
import { additionalOf, itemsOf, ownProperty } from './schema-parts.ts';
import { isObject, type JsonObject, shown } from './values/json-value.ts';

/** Brings embedded metadata into its form, in place, and adds the paths of what it does not have to `dropped`. */
export type Coerce = (value: unknown, path: string, dropped: string[]) => void;

/** An embedded resource that is not one. */
export class UnreadableEmbedded extends DecodeError {
  readonly problem: StatusCause;

  constructor(problem: StatusCause) {
    super(`${problem.field}: ${problem.message}`);
    this.problem = problem;
  }
}

/** Compiles a schema; undefined if nothing is embedded. What it gives throws an UnreadableEmbedded. */
export function coerceEmbedded(schema: JsonSchemaProps): Coerce | undefined {
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const items = itemsOf(schema);
  const coerceItem = items && coerceEmbedded(items);
  const additional = additionalOf(schema);
  const coerceOther = additional && coerceEmbedded(additional);
  const properties = new Map<string, Coerce | undefined>();
  for (const name of Object.keys(schema.properties ?? {})) {
    const property = ownProperty(schema, name);
    properties.set(name, property && coerceEmbedded(property));
  }
  const hasNested = [...properties.values()].some((coerce) => coerce !== undefined);
  if (!isEmbedded && !coerceItem && !coerceOther && !hasNested) return undefined;
  return (value, path, dropped) => {
    if (Array.isArray(value)) {
      if (coerceItem) value.forEach((item, index) => coerceItem(item, `${path}[${index}]`, dropped));
      return;
    }
    if (!isObject(value)) return;
    for (const name of Object.keys(value)) {
      if (isEmbedded) coerceMember(value, name, path, dropped);
      if (properties.has(name)) properties.get(name)?.(value[name], child(path, name), dropped);
      else coerceOther?.(value[name], `${path}[${name}]`, dropped);
    }
  };
}

function coerceMember(object: JsonObject, name: string, path: string, dropped: string[]): void {
  const value = object[name];
  const field = child(path, name);
  if (name === 'apiVersion' || name === 'kind') {
    if (typeof value !== 'string')
      throw new UnreadableEmbedded(invalidValue(field, shown(value), 'must be a string'));
    return;
  }
  if (name !== 'metadata') return;
  const read = readObjectMeta(value);
  if ('problem' in read) throw new UnreadableEmbedded(invalidValue(field, shown(value), read.problem));
  object['metadata'] = read.metadata;
  dropped.push(...read.unknown.map((unknown) => `${field}.${unknown}`));
}

function child(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

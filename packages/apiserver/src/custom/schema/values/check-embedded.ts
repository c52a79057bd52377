import type { ObjectMeta, StatusCause } from '@banyan/api';
import { invalidValue, required } from '../../../kinds/fields/field-error.ts';
import { dns1035Label, pathSegmentName } from '../../../kinds/fields/name-format.ts';
import { validateObjectMeta } from '../../../kinds/fields/object-meta-validation.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { readObjectMeta } from '../object-meta.ts';
import { additionalOf, itemsOf } from '../schema-parts.ts';
import { hasOwn, isObject, type JsonObject, shown } from './json-value.ts';

type EmbeddedCheck = (value: unknown, path: string, causes: StatusCause[]) => void;

/** Compiles the check of embedded resources: their kind and metadata. Undefined if the schema has none. */
export function checkEmbedded(schema: JsonSchemaProps, isEmbedded: boolean): EmbeddedCheck | undefined {
  const nested = (of: JsonSchemaProps) => checkEmbedded(of, of['x-kubernetes-embedded-resource'] === true);
  const items = itemsOf(schema);
  const checkItem = items && nested(items);
  const additional = additionalOf(schema);
  const checkOther = additional && nested(additional);
  const properties = new Map<string, EmbeddedCheck | undefined>();
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    properties.set(name, nested(property));
  const hasNested = [...properties.values()].some((check) => check !== undefined);
  if (!isEmbedded && !checkItem && !checkOther && !hasNested) return undefined;
  return (value, path, causes) => {
    if (Array.isArray(value)) {
      if (checkItem) value.forEach((item, index) => checkItem(item, `${path}[${index}]`, causes));
      return;
    }
    if (!isObject(value)) return;
    if (isEmbedded) causes.push(...resourceProblems(value, path));
    for (const name of Object.keys(value)) {
      if (properties.has(name)) properties.get(name)?.(value[name], child(path, name), causes);
      else checkOther?.(value[name], `${path}[${name}]`, causes);
    }
  };
}

function child(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function resourceProblems(object: JsonObject, path: string): StatusCause[] {
  return [
    ...['apiVersion', 'kind']
      .filter((name) => !hasOwn(object, name))
      .map((name) => required(child(path, name))),
    ...(hasOwn(object, 'apiVersion')
      ? apiVersionProblems(object['apiVersion'], child(path, 'apiVersion'))
      : []),
    ...(hasOwn(object, 'kind') ? kindProblems(object['kind'], child(path, 'kind')) : []),
    ...(hasOwn(object, 'metadata') ? metadataProblems(object['metadata'], child(path, 'metadata')) : []),
  ];
}

function apiVersionProblems(value: unknown, field: string): StatusCause[] {
  if (typeof value !== 'string') return [invalidValue(field, shown(value), 'must be a string')];
  if (value === '') return [invalidValue(field, value, 'must not be empty')];
  return value.split('/').length > 2
    ? [invalidValue(field, value, `unexpected GroupVersion string: ${value}`)]
    : [];
}

function kindProblems(value: unknown, field: string): StatusCause[] {
  if (typeof value !== 'string') return [invalidValue(field, shown(value), 'must be a string')];
  if (value === '') return [invalidValue(field, value, 'must not be empty')];
  const reasons = dns1035Label(value.toLowerCase());
  if (reasons.length === 0) return [];
  const why = `may have mixed case, but should otherwise match: ${reasons.join(',')}`;
  return [invalidValue(field, value, why)];
}

function metadataProblems(value: unknown, field: string): StatusCause[] {
  const read = readObjectMeta(value);
  if ('problem' in read) return [invalidValue(field, shown(value), read.problem)];
  const metadata: ObjectMeta = { ...read.metadata };
  if (metadata.name === undefined || metadata.name === '') metadata.name = 'fakename';
  const namespaced = (metadata.namespace ?? '') !== '';
  return validateObjectMeta(metadata, { namespaced, name: pathSegmentName }, field);
}

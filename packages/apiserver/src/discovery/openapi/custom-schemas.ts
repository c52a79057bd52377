import type { Schema } from '@banyan/patch';
import type { ServedResource } from '../../registry/served-resource.ts';
import { referenceTo } from './component-schemas.ts';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const TEXT: Schema = { type: 'string' };

/** The schemas of a kind that is not built in and of its list, as its definition has them. */
export function customSchemas(
  { group, version, kind, listKind, schema, strategy }: ServedResource,
  names: { readonly item: string; readonly list: string },
): [string, object][] {
  const selectable = selectableFields(strategy);
  const list = {
    description: `${listKind} is a list of ${kind}`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: TEXT,
      items: { type: 'array', items: referenceTo(names.item) },
      kind: TEXT,
      metadata: { allOf: [referenceTo(`${META}.ListMeta`)] },
    },
    'x-kubernetes-group-version-kind': [{ group, version, kind: listKind }],
    ...selectable,
  };
  // A client that is told of some fields alone takes all others for mistakes.
  const content =
    schema === undefined
      ? { 'x-kubernetes-preserve-unknown-fields': true }
      : { ...schema, properties: { ...membersOf(schema), ...identity() } };
  const item = {
    type: 'object',
    ...content,
    'x-kubernetes-group-version-kind': [{ group, version, kind }],
    ...selectable,
  };
  return [
    [names.item, item],
    [names.list, list],
  ];
}

/** A kind tells its fields by their values, so an empty object is asked. */
function selectableFields(strategy: ServedResource['strategy']): object {
  const empty = { apiVersion: '', kind: '', metadata: {} };
  const fields = Object.keys(strategy.selectableFields?.(empty) ?? {});
  if (fields.length === 0) return {};
  return { 'x-kubernetes-selectable-fields': fields.map((fieldPath) => ({ fieldPath })) };
}

function identity(): Record<string, object> {
  return { apiVersion: TEXT, kind: TEXT, metadata: { allOf: [referenceTo(`${META}.ObjectMeta`)] } };
}

function membersOf({ properties = {} }: Schema): Record<string, object> {
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, withIdentities(one)]));
}

/** Objects that are embedded have what every object has, whatever the definition says of it. */
function withIdentities(schema: Schema): object {
  const { properties, items, additionalProperties } = schema;
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  return {
    ...schema,
    ...(isEmbedded && { required: [...new Set([...requiredOf(schema), 'kind', 'apiVersion'])] }),
    ...((properties !== undefined || isEmbedded) && {
      properties: { ...membersOf(schema), ...(isEmbedded && identity()) },
    }),
    ...(items !== undefined && { items: withIdentities(items) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: withIdentities(additionalProperties),
    }),
  };
}

function requiredOf(schema: object): readonly string[] {
  return (schema as { readonly required?: readonly string[] }).required ?? [];
}

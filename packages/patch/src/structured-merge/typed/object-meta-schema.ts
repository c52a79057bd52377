import type { Schema } from '../../schema.ts';

const STRING: Schema = { type: 'string' };
const STRING_MAP: Schema = { type: 'object', additionalProperties: STRING };

const OWNER_REFERENCE: Schema = {
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: {
    apiVersion: STRING,
    kind: STRING,
    name: STRING,
    uid: STRING,
    controller: { type: 'boolean' },
    blockOwnerDeletion: { type: 'boolean' },
  },
};

/** The metadata of every object: the same for built-in kinds, custom resources and embedded objects. */
export const OBJECT_META_SCHEMA: Schema = {
  type: 'object',
  properties: {
    annotations: STRING_MAP,
    creationTimestamp: STRING,
    deletionGracePeriodSeconds: { type: 'integer' },
    deletionTimestamp: STRING,
    finalizers: { type: 'array', items: STRING, 'x-kubernetes-list-type': 'set' },
    generateName: STRING,
    generation: { type: 'integer' },
    labels: STRING_MAP,
    managedFields: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: {
        type: 'object',
        properties: {
          apiVersion: STRING,
          fieldsType: STRING,
          fieldsV1: { type: 'object', 'x-kubernetes-map-type': 'atomic' },
          manager: STRING,
          operation: STRING,
          subresource: STRING,
          time: STRING,
        },
      },
    },
    name: STRING,
    namespace: STRING,
    ownerReferences: {
      type: 'array',
      items: OWNER_REFERENCE,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['uid'],
    },
    resourceVersion: STRING,
    selfLink: STRING,
    uid: STRING,
  },
};

/**
 * The schema by which objects of a CustomResourceDefinition are merged, from the `openAPIV3Schema` of one
 * of its versions: `metadata` is that of every object, whatever the definition says of it. Make it once for each
 * version and keep it: what is derived from a schema is remembered by its identity.
 */
export function customResourceSchema(openApiSchema: Schema): Schema {
  const { properties } = openApiSchema;
  return {
    ...openApiSchema,
    type: 'object',
    properties: { ...properties, apiVersion: STRING, kind: STRING, metadata: OBJECT_META_SCHEMA },
  };
}

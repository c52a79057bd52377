import type { OpenApiSchema } from './custom-resource-definition.ts';

export const CLUSTER_ID: OpenApiSchema = {
  description: 'The id of the cluster, a UUID. It never changes.',
  type: 'string',
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
};

export const CLUSTER_TYPE: OpenApiSchema = {
  description: 'What sort of cluster it is, such as EdgeCluster or StandardCluster.',
  type: 'string',
};

export const SYNC_MODE: OpenApiSchema = {
  description:
    'Who applies works in the cluster: the hub (Push), the agent (Pull), or whichever is able (Dual).',
  type: 'string',
  enum: ['Push', 'Pull', 'Dual'],
};

/** As the API server checks quantities of custom resources. */
const QUANTITY: OpenApiSchema = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  pattern:
    '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
  'x-kubernetes-int-or-string': true,
};

export function quantity(description: string): OpenApiSchema {
  return { description, ...QUANTITY };
}

export function quantities(description: string): OpenApiSchema {
  return { description, type: 'object', additionalProperties: QUANTITY };
}

/** `metav1.Condition`. Keyed by type, so that several writers each keep their own. */
export const CONDITIONS: OpenApiSchema = {
  description: 'The latest observations of the state of the cluster.',
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
  items: {
    type: 'object',
    required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
    properties: {
      type: {
        type: 'string',
        maxLength: 316,
        pattern:
          '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$',
      },
      status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
      reason: {
        type: 'string',
        minLength: 1,
        maxLength: 1024,
        pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
      },
      message: { type: 'string', maxLength: 32_768 },
      lastTransitionTime: { type: 'string', format: 'date-time' },
      observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
    },
  },
};

export const TAINTS: OpenApiSchema = {
  description: 'What keeps works away from the cluster.',
  type: 'array',
  'x-kubernetes-list-type': 'atomic',
  items: {
    type: 'object',
    required: ['effect', 'key'],
    properties: {
      key: { type: 'string' },
      value: { type: 'string' },
      effect: { type: 'string' },
      timeAdded: { type: 'string', format: 'date-time' },
    },
  },
};

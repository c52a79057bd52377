import type { CustomResourceDefinition } from './custom-resource-definition.ts';
import { AGE_COLUMN, appsDefinition } from './apps-definition.ts';
import {
  BOOLEAN,
  CONDITIONS,
  COUNT,
  FEED,
  feedWith,
  FREE_OBJECT,
  INT32,
  INT64,
  LABEL_SELECTOR,
  listOf,
  mapOf,
  object,
  oneOf,
  STRING,
  TOLERATIONS,
  type Fields,
  told,
} from './apps-schemas.ts';

const DIVIDING = object({
  type: { ...oneOf('Static', 'Dynamic'), default: 'Static' },
  dynamicDividing: object({
    strategy: { ...oneOf('Spread', 'Binpack'), default: 'Spread' },
    topologySpreadConstraints: listOf(FREE_OBJECT),
    preferredClusters: listOf(FREE_OBJECT),
    minClusters: INT32,
    maxClusters: INT32,
  }),
});

const SUBSCRIBER = object(
  {
    clusterAffinity: told('By the labels of ManagedClusters.', LABEL_SELECTOR),
    weight: told('With Static dividing: the part that these clusters get.', COUNT),
    subGroupStrategy: object({ minClusters: COUNT }),
  },
  ['clusterAffinity'],
);

const SPEC = object(
  {
    schedulerName: told('The scheduler that decides.', { ...STRING, default: 'default' }),
    schedulingBySubGroup: told('Each subscriber selects a number of clusters of its own.', BOOLEAN),
    schedulingStrategy: told('Replication: every cluster gets all replicas. Dividing: they are shared out.', {
      ...oneOf('Replication', 'Dividing'),
      default: 'Replication',
    }),
    dividingScheduling: told('How replicas are shared out.', DIVIDING),
    priority: told('The greater is decided first.', INT32),
    // Clusternet's definition has PreemptNever, its code Never: both are taken.
    preemptionPolicy: {
      ...oneOf('PreemptLowerPriority', 'PreemptNever', 'Never'),
      default: 'PreemptLowerPriority',
    },
    subscribers: told('Selected is a cluster that one of them selects.', listOf(SUBSCRIBER)),
    clusterTolerations: told('Taints of clusters that do not keep the templates away.', TOLERATIONS),
    feeds: told('The templates.', listOf(FEED)),
  },
  ['subscribers', 'feeds'],
);

const REPLICA_STATUS = object({
  observedGeneration: INT64,
  replicas: INT32,
  updatedReplicas: INT32,
  currentReplicas: INT32,
  readyReplicas: INT32,
  availableReplicas: INT32,
  unavailableReplicas: INT32,
  active: INT32,
  succeeded: INT32,
  failed: INT32,
});
const FEED_STATUS: Fields = { available: BOOLEAN, replicaStatus: REPLICA_STATUS };

const STATUS = object({
  bindingClusters: told('The clusters that were chosen, as namespace/name.', listOf(STRING)),
  replicas: told(
    'By template: the share of each cluster, in the order of bindingClusters.',
    mapOf(listOf(INT32)),
  ),
  specHash: INT64,
  desiredReleases: told('How many clusters were chosen.', INT32),
  completedReleases: INT32,
  aggregatedStatuses: listOf(
    feedWith({
      feedStatusSummary: object(FEED_STATUS),
      feedStatusDetails: listOf(object({ clusterId: STRING, clusterName: STRING, ...FEED_STATUS })),
    }),
  ),
  conditions: CONDITIONS,
});

export function subscriptionDefinition(): CustomResourceDefinition {
  return appsDefinition({
    kind: 'Subscription',
    plural: 'subscriptions',
    description: 'Which templates are wanted in which clusters.',
    shortNames: ['sub', 'subs'],
    columns: [AGE_COLUMN],
    properties: { spec: SPEC, status: STATUS },
    required: ['spec'],
  });
}

export function baseDefinition(): CustomResourceDefinition {
  return appsDefinition({
    kind: 'Base',
    plural: 'bases',
    description: 'The templates that one cluster gets, in the namespace of that cluster.',
    properties: {
      spec: object({ feeds: listOf(FEED) }, ['feeds']),
      status: object({ conditions: CONDITIONS }),
    },
    required: ['spec'],
  });
}

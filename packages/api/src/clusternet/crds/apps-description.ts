import type { CustomResourceDefinition } from './custom-resource-definition.ts';
import { AGE_COLUMN, appsDefinition } from './apps-definition.ts';
import { quantities } from './shared-schemas.ts';
import {
  BYTES,
  CONDITIONS,
  feedWith,
  FREE_OBJECT,
  INT32,
  INT64,
  listOf,
  object,
  oneOf,
  STRING,
  STRING_MAP,
  TOLERATIONS,
  told,
} from './apps-schemas.ts';

const SPEC = object(
  {
    deployer: told('What is done with it.', oneOf('Helm', 'Generic')),
    charts: listOf(object({ namespace: STRING, name: STRING }, ['namespace', 'name'])),
    raw: told('Base64 of JSON: the objects, or the values of the charts.', listOf(BYTES)),
    chartRaw: told('Base64 of JSON: the HelmCharts after their overrides.', listOf(BYTES)),
  },
  ['deployer'],
);

const STATUS = object({
  phase: oneOf(
    'Pending',
    'Success',
    'Failure',
    'Installing',
    'Upgrading',
    'Uninstalling',
    'Superseded',
    'Unknown',
  ),
  reason: told('Why it is in this phase.', STRING),
  manifestStatuses: listOf(feedWith({ generation: INT64, observedStatus: FREE_OBJECT })),
  applied: told('What the cluster was given last, for whoever deploys next.', STRING),
  conditions: CONDITIONS,
});

export function descriptionDefinition(): CustomResourceDefinition {
  return appsDefinition({
    kind: 'Description',
    plural: 'descriptions',
    description: 'Objects rendered for one cluster, in the namespace of that cluster.',
    shortNames: ['desc'],
    columns: [
      { name: 'DEPLOYER', type: 'string', jsonPath: '.spec.deployer' },
      { name: 'STATUS', type: 'string', jsonPath: '.status.phase' },
      AGE_COLUMN,
    ],
    properties: { spec: SPEC, status: STATUS },
    required: ['spec'],
  });
}

export function manifestDefinition(): CustomResourceDefinition {
  return appsDefinition({
    kind: 'Manifest',
    plural: 'manifests',
    description: 'A template: an object that is kept here to be sent to clusters, and does not run here.',
    properties: { template: FREE_OBJECT },
    required: ['template'],
  });
}

const QUANTITIES = quantities('How much of each resource.');

export function feedInventoryDefinition(): CustomResourceDefinition {
  const requirements = object({
    nodeSelector: STRING_MAP,
    tolerations: TOLERATIONS,
    affinity: FREE_OBJECT,
    resources: object({ requests: QUANTITIES, limits: QUANTITIES, claims: listOf(FREE_OBJECT) }),
  });
  const order = feedWith({
    desiredReplicas: INT32,
    replicaRequirements: requirements,
    replicaJsonPath: STRING,
  });
  return appsDefinition({
    kind: 'FeedInventory',
    plural: 'feedinventories',
    description: 'How many replicas the templates of a Subscription want, and what one of them needs.',
    shortNames: ['finv'],
    properties: { spec: object({ feeds: listOf(order) }, ['feeds']) },
    required: ['spec'],
  });
}

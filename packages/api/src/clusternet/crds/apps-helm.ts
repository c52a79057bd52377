import type { CustomResourceDefinition } from './custom-resource-definition.ts';
import { AGE_COLUMN, appsDefinition, type AppsKind } from './apps-definition.ts';
import { BOOLEAN, BYTES, INT32, object, oneOf, STRING, TIME, type Fields, told } from './apps-schemas.ts';

const OPTIONS: Fields = {
  repo: { type: 'string', pattern: String.raw`^(http|https|oci)?://\S+$` },
  chartPullSecret: told('A Secret with username and password.', object({ name: STRING, namespace: STRING })),
  plainHTTP: BOOLEAN,
  chart: STRING,
  version: told('The version of the chart.', STRING),
  createNamespace: told('Make the target namespace if it is not there.', { ...BOOLEAN, default: true }),
  timeoutSeconds: told('How long Helm may wait.', { ...INT32, default: 300 }),
  wait: BOOLEAN,
  waitForJob: BOOLEAN,
  replace: BOOLEAN,
  atomic: BOOLEAN,
  upgradeAtomic: BOOLEAN,
  skipCRDs: BOOLEAN,
  replaceCRDs: BOOLEAN,
  disableHooks: BOOLEAN,
  force: BOOLEAN,
  targetNamespace: told('Where the release goes.', STRING),
};
const REQUIRED = ['repo', 'chart', 'targetNamespace'];

const COLUMNS: AppsKind['columns'] = [
  { name: 'CHART', type: 'string', jsonPath: '.spec.chart' },
  { name: 'VERSION', type: 'string', jsonPath: '.spec.version' },
  { name: 'REPO', type: 'string', jsonPath: '.spec.repo' },
  { name: 'STATUS', type: 'string', jsonPath: '.status.phase' },
  AGE_COLUMN,
];

export function helmChartDefinition(): CustomResourceDefinition {
  return appsDefinition({
    kind: 'HelmChart',
    plural: 'helmcharts',
    description: 'A Helm chart that can be sent to clusters.',
    shortNames: ['chart', 'charts'],
    columns: COLUMNS,
    properties: {
      spec: object(OPTIONS, REQUIRED),
      status: object({ phase: oneOf('Found', 'NotFound'), reason: STRING }),
    },
    required: ['spec'],
  });
}

const RELEASE_STATUS = object({
  firstDeployed: TIME,
  lastDeployed: TIME,
  description: STRING,
  phase: oneOf(
    'unknown',
    'deployed',
    'uninstalled',
    'superseded',
    'failed',
    'uninstalling',
    'pending-install',
    'pending-upgrade',
    'pending-rollback',
  ),
  notes: STRING,
  version: { type: 'integer' },
});

export function helmReleaseDefinition(): CustomResourceDefinition {
  return appsDefinition({
    kind: 'HelmRelease',
    plural: 'helmreleases',
    description: 'A Helm chart in one cluster.',
    shortNames: ['hr'],
    columns: COLUMNS,
    properties: {
      spec: object({ ...OPTIONS, releaseName: STRING, overrides: BYTES }, REQUIRED),
      status: RELEASE_STATUS,
    },
    required: ['spec'],
  });
}

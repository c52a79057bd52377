import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APPS_CRDS } from './apps.ts';
import type { OpenApiSchema } from './custom-resource-definition.ts';

interface Row {
  readonly kind: string;
  readonly names: readonly string[];
  readonly columns: readonly string[];
  readonly scope?: 'Cluster';
  readonly hasStatus: boolean;
}

const HELM_COLUMNS = ['CHART', 'VERSION', 'REPO', 'STATUS', 'AGE'];
const ROWS: readonly Row[] = [
  { kind: 'Subscription', names: ['sub', 'subs'], columns: ['AGE'], hasStatus: true },
  { kind: 'Base', names: [], columns: [], hasStatus: true },
  { kind: 'Description', names: ['desc'], columns: ['DEPLOYER', 'STATUS', 'AGE'], hasStatus: true },
  { kind: 'Localization', names: ['loc', 'local'], columns: [], hasStatus: true },
  { kind: 'Globalization', names: ['glob', 'global'], columns: [], scope: 'Cluster', hasStatus: true },
  { kind: 'Manifest', names: [], columns: [], hasStatus: false },
  { kind: 'FeedInventory', names: ['finv'], columns: [], hasStatus: false },
  { kind: 'HelmChart', names: ['chart', 'charts'], columns: HELM_COLUMNS, hasStatus: true },
  { kind: 'HelmRelease', names: ['hr'], columns: HELM_COLUMNS, hasStatus: true },
];

test('every kind has the names, columns and scope that its users know', () => {
  const seen = APPS_CRDS.map(({ spec }): Row => {
    const [version] = spec.versions;
    return {
      kind: spec.names.kind,
      names: spec.names.shortNames ?? [],
      columns: (version.additionalPrinterColumns ?? []).map(({ name }) => name),
      ...(spec.scope === 'Cluster' && { scope: spec.scope }),
      hasStatus: version.subresources !== undefined,
    };
  });
  assert.deepEqual(seen, ROWS);
  assert.ok(APPS_CRDS.every(({ spec }) => spec.names.categories.includes('clusternet')));
});

function schemaAt(kind: string, ...path: readonly string[]): OpenApiSchema | undefined {
  const definition = APPS_CRDS.find(({ spec }) => spec.names.kind === kind);
  let schema = definition?.spec.versions[0].schema.openAPIV3Schema;
  for (const key of path) schema = key === '[]' ? schema?.items : schema?.properties?.[key];
  return schema;
}

const DEFAULTS: readonly (readonly [string, readonly string[], unknown])[] = [
  ['Subscription', ['spec', 'schedulerName'], 'default'],
  ['Subscription', ['spec', 'schedulingStrategy'], 'Replication'],
  ['Subscription', ['spec', 'dividingScheduling', 'type'], 'Static'],
  ['Subscription', ['spec', 'dividingScheduling', 'dynamicDividing', 'strategy'], 'Spread'],
  ['Subscription', ['spec', 'preemptionPolicy'], 'PreemptLowerPriority'],
  ['Localization', ['spec', 'overridePolicy'], 'ApplyLater'],
  ['Globalization', ['spec', 'priority'], 500],
  ['HelmChart', ['spec', 'createNamespace'], true],
  ['HelmRelease', ['spec', 'timeoutSeconds'], 300],
];

for (const [kind, path, expected] of DEFAULTS) {
  test(`${kind} ${path.join('.')} defaults to ${String(expected)}`, () => {
    assert.equal(schemaAt(kind, ...path)?.default, expected);
  });
}

test('overrides may be strategic merge patches', () => {
  assert.deepEqual(schemaAt('Localization', 'spec', 'overrides', '[]', 'type')?.enum, [
    'Helm',
    'JSONPatch',
    'MergePatch',
    'StrategicMergePatch',
    'FieldJSONPatch',
    'FieldMergePatch',
  ]);
});

test('what a kind cannot be without is required', () => {
  assert.deepEqual(schemaAt('Subscription', 'spec')?.required, ['subscribers', 'feeds']);
  assert.deepEqual(schemaAt('Subscription', 'spec', 'subscribers', '[]')?.required, ['clusterAffinity']);
  assert.deepEqual(schemaAt('Base', 'spec', 'feeds', '[]')?.required, ['apiVersion', 'kind', 'name']);
  assert.deepEqual(schemaAt('Description', 'spec')?.required, ['deployer']);
  assert.deepEqual(schemaAt('Globalization', 'spec', 'overrides', '[]')?.required, ['value', 'type']);
  assert.deepEqual(schemaAt('HelmRelease', 'spec')?.required, ['repo', 'chart', 'targetNamespace']);
});

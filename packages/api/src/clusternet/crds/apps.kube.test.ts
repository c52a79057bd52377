import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCluster, type Cluster } from '@banyan/testing';
import type { KubeObject } from '../../kube-object.ts';
import { APPS_CRDS } from './apps.ts';

const FEED = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };

function object(kind: string, fields: Record<string, unknown>): KubeObject {
  return {
    apiVersion: 'apps.clusternet.io/v1alpha1',
    kind,
    metadata: { name: kind.toLowerCase() },
    ...fields,
  };
}

const CHART = { repo: 'https://charts.example.com', chart: 'mysql', targetNamespace: 'n' };
const SUBSCRIBERS = [{ clusterAffinity: { matchLabels: { a: 'b' } }, weight: 1 }];

const GOOD: readonly KubeObject[] = [
  object('Subscription', {
    spec: { subscribers: SUBSCRIBERS, feeds: [FEED], dividingScheduling: { dynamicDividing: {} } },
  }),
  object('Base', { spec: { feeds: [FEED] } }),
  object('Description', { spec: { deployer: 'Generic', raw: ['e30='] } }),
  object('Localization', { spec: { feed: FEED, overrides: [{ type: 'StrategicMergePatch', value: '{}' }] } }),
  object('Globalization', {
    spec: { feed: FEED, clusterAffinity: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
  }),
  object('Manifest', {
    template: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', uid: 'x' }, data: {} },
  }),
  object('FeedInventory', {
    spec: {
      feeds: [{ ...FEED, desiredReplicas: 2, replicaRequirements: { resources: { requests: { cpu: 1 } } } }],
    },
  }),
  object('HelmChart', { spec: CHART }),
  object('HelmRelease', { spec: { ...CHART, overrides: 'e30=' } }),
];

const REFUSED: readonly (readonly [KubeObject, RegExp])[] = [
  [object('Subscription', { spec: { feeds: [] } }), /spec\.subscribers: Required/],
  [
    object('Subscription', { spec: { subscribers: [{ weight: 1 }], feeds: [] } }),
    /clusterAffinity: Required/,
  ],
  [
    object('Subscription', { spec: { subscribers: [{ clusterAffinity: {}, weight: -1 }], feeds: [] } }),
    /weight.*greater than or equal to 0/,
  ],
  [
    object('Subscription', { spec: { subscribers: [], feeds: [], schedulingStrategy: 'x' } }),
    /schedulingStrategy.*supported/,
  ],
  [object('Base', { spec: { feeds: [{ kind: 'a', name: 'b' }] } }), /apiVersion: Required/],
  [object('Description', { spec: { deployer: 'Other' } }), /deployer.*supported/],
  [object('Localization', { spec: { feed: FEED, priority: 1001 } }), /priority.*less than or equal to 1000/],
  [object('Localization', { spec: { feed: FEED, overrides: [{ type: 'MergePatch' }] } }), /value: Required/],
  [object('Globalization', { spec: { feed: FEED, overridePolicy: 'Never' } }), /overridePolicy.*supported/],
  [object('HelmChart', { spec: { ...CHART, repo: 'charts' } }), /spec\.repo/],
];

test('a real API server establishes them, takes what is right, fills in defaults and refuses the rest', async (t) => {
  const cluster = await startCluster({ name: 'apps-crds' });
  t.after(() => cluster.stop());
  const apply = (items: readonly KubeObject[]) =>
    cluster.kubectl(['apply', '-f', '-'], {
      stdin: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
    });
  await ok(apply(APPS_CRDS));
  const names = APPS_CRDS.map(({ metadata }) => `crd/${metadata.name}`);
  await ok(cluster.kubectl(['wait', '--for=condition=Established', '--timeout=60s', ...names]));
  const conditions = await ok(
    cluster.kubectl(['get', 'crd', '-o', 'jsonpath={.items[*].status.conditions[*].type}']),
  );
  assert.doesNotMatch(conditions, /NonStructuralSchema/);
  await ok(apply(GOOD));
  const subscription = JSON.parse(
    await ok(cluster.kubectl(['get', 'subs', 'subscription', '-o', 'json'])),
  ) as KubeObject;
  assert.deepEqual(subscription['spec'], {
    schedulerName: 'default',
    schedulingStrategy: 'Replication',
    preemptionPolicy: 'PreemptLowerPriority',
    dividingScheduling: { type: 'Static', dynamicDividing: { strategy: 'Spread' } },
    subscribers: SUBSCRIBERS,
    feeds: [FEED],
  });
  const manifest = JSON.parse(
    await ok(cluster.kubectl(['get', 'manifest', 'manifest', '-o', 'json'])),
  ) as KubeObject;
  assert.deepEqual(manifest['template'], GOOD.find(({ kind }) => kind === 'Manifest')?.['template']);
  assert.match(await ok(cluster.kubectl(['get', 'desc'])), /^NAME +DEPLOYER +STATUS +AGE\n/);
  assert.match(await ok(cluster.kubectl(['get', 'hr'])), /^NAME +CHART +VERSION +REPO +STATUS +AGE\n/);
  for (const [wrong, words] of REFUSED) {
    const { code, stderr } = await cluster.kubectl(['create', '-f', '-'], { stdin: JSON.stringify(wrong) });
    assert.notEqual(code, 0, JSON.stringify(wrong));
    assert.match(stderr, words);
  }
});

async function ok(running: ReturnType<Cluster['kubectl']>): Promise<string> {
  const { code, stdout, stderr } = await running;
  assert.equal(code, 0, stderr);
  return stdout;
}

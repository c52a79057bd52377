import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { baseName, type ManagedCluster, type Subscription } from '@banyan/api/clusternet';
import { renderWork } from '../../render/render-work.ts';
import { schedule } from '../../schedule/schedule.ts';
import { aggregateTemplate } from '../../status/aggregate-status.ts';
import { aggregatedStatusOf } from './aggregated-statuses.ts';
import { baseOfSubscription } from './base-of-subscription.ts';
import { statusOfPlacement } from './binding-status.ts';
import { descriptionsOfWork, marksOfBase, objectsOfDescription } from './descriptions-of-work.ts';
import { feedInventoryOf, workloadsOfInventory } from './feed-inventory-of.ts';
import { feedOverridesOf, overridesFor } from './feed-overrides.ts';
import { intentOfSubscription, unsupportedIn } from './intent-of-subscription.ts';
import { memberOfCluster } from './member-of-cluster.ts';
import { shareLocalizations } from './share-localizations.ts';

const WEB = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };
const CONFIG = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'config' };

const SUBSCRIPTION: Subscription = {
  apiVersion: 'apps.clusternet.io/v1alpha1',
  kind: 'Subscription',
  metadata: { name: 'app', namespace: 'default', uid: 'sub-uid', generation: 1 },
  spec: {
    schedulingStrategy: 'Dividing',
    dividingScheduling: { type: 'Static' },
    subscribers: [
      { clusterAffinity: { matchLabels: { size: 'large' } }, weight: 2 },
      { clusterAffinity: { matchLabels: { size: 'small' } }, weight: 1 },
    ],
    feeds: [WEB, CONFIG],
  },
};

const TEMPLATES = new Map<string, KubeObject>([
  [
    'web',
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'shop' },
      spec: { replicas: 10 },
    },
  ],
  [
    'config',
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'config', namespace: 'shop' },
      data: { a: 'ä' },
    },
  ],
]);

function cluster(name: string, size: string): ManagedCluster {
  return {
    apiVersion: 'clusters.clusternet.io/v1beta1',
    kind: 'ManagedCluster',
    metadata: { name, namespace: `clusternet-${name}`, labels: { size } },
    spec: { clusterId: `id-${name}`, syncMode: 'Dual' },
    status: {
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'r',
          message: '',
          lastTransitionTime: '2026-01-01T00:00:00Z',
        },
      ],
    },
  };
}

const MEMBERS = [cluster('a', 'large'), cluster('b', 'small'), cluster('c', 'none')].map(memberOfCluster);
const BY_NAME = new Map(MEMBERS.map((member) => [member.name, member]));

test('a Dividing Subscription is divided before anything is deployed: no member ever sees the full count', () => {
  const inventory = feedInventoryOf(SUBSCRIPTION, ({ name }) => TEMPLATES.get(name));
  const workloads = workloadsOfInventory(inventory);
  const binding = schedule({
    intent: intentOfSubscription(SUBSCRIPTION),
    members: MEMBERS,
    workloads,
    previous: undefined,
  });
  const status = statusOfPlacement(SUBSCRIPTION, binding, BY_NAME);
  assert.deepEqual(status.bindingClusters, ['clusternet-a/a', 'clusternet-b/b']);
  assert.deepEqual(status.replicas, {
    'apps/v1/Deployment/shop/web': [7, 3],
    'v1/ConfigMap/shop/config': [],
  });

  const rendered = binding.members.map((name, place) => {
    const member = BY_NAME.get(name);
    assert.ok(member);
    const base = baseOfSubscription(SUBSCRIPTION, member, baseName({ namespace: 'default', name: 'app' }));
    base.metadata.uid = `base-${name}`;
    const shares = new Map([...binding.shares].map(([key, list]) => [key, list[place] ?? 0]));
    const own = shareLocalizations(base, inventory.spec.feeds, shares);
    assert.equal(own.length, 1);
    const overrides = own.map(feedOverridesOf).filter((found) => found !== undefined);
    const work = renderWork({
      member,
      templates: [...TEMPLATES].map(([key, object]) => ({ key, object })),
      overridesOf: ({ key }) =>
        overridesFor(
          overrides.filter(({ feed }) => feed.name === key),
          member,
        ),
      marks: marksOfBase(base, 'hub-1'),
      lastGood: () => undefined,
    });
    const [description] = descriptionsOfWork({ base, member, objects: work.objects });
    assert.ok(description);
    assert.equal(description.metadata.name, 'app-generic');
    return objectsOfDescription(description);
  });
  assert.deepEqual(
    rendered.map(([web]) => web?.['spec']),
    [{ replicas: 7 }, { replicas: 3 }],
  );
  assert.deepEqual(rendered[0]?.[1]?.['data'], { a: 'ä' });
  assert.deepEqual(rendered[0]?.[1]?.metadata, {
    name: 'config',
    namespace: 'shop',
    labels: { 'banyan.dev/owned': 'hub-1' },
    annotations: { 'apps.clusternet.io/owned-by-description': 'clusternet-a.app-generic' },
  });
});

test('a Base says which Subscription it serves and where, with derived names', () => {
  const [member] = MEMBERS;
  assert.ok(member);
  const base = baseOfSubscription(SUBSCRIPTION, member, 'app');
  assert.deepEqual(base.metadata, {
    name: 'app',
    namespace: 'clusternet-a',
    labels: {
      'clusternet.io/created-by': 'clusternet-controller-manager',
      'clusters.clusternet.io/cluster-id': 'id-a',
      'clusters.clusternet.io/cluster-name': 'a',
      'apps.clusternet.io/config.kind': 'Subscription',
      'apps.clusternet.io/config.name': 'app',
      'apps.clusternet.io/config.namespace': 'default',
      'apps.clusternet.io/config.uid': 'sub-uid',
      'apps.clusternet.io/subs.name': 'app',
      'apps.clusternet.io/subs.namespace': 'default',
      'apps.clusternet.io/subs.uid': 'sub-uid',
    },
    finalizers: ['apps.clusternet.io/finalizer'],
  });
  assert.deepEqual(base.spec.feeds, SUBSCRIPTION.spec.feeds);
});

test('a Description says its Base and its Subscription by name, so that the status finds its way back', () => {
  const [member] = MEMBERS;
  assert.ok(member);
  const base = { ...baseOfSubscription(SUBSCRIPTION, member, 'app') };
  base.metadata.uid = 'base-uid';
  const objects = [{ template: 'config', object: TEMPLATES.get('config') as KubeObject }];
  const [description] = descriptionsOfWork({ base, member, objects });
  const labels = description?.metadata.labels ?? {};
  assert.equal(labels['apps.clusternet.io/config.name'], 'app');
  assert.equal(labels['apps.clusternet.io/config.kind'], 'Base');
  assert.equal(labels['apps.clusternet.io/subs.name'], 'app');
  assert.deepEqual(description?.metadata.ownerReferences, [
    {
      apiVersion: 'apps.clusternet.io/v1alpha1',
      kind: 'Base',
      name: 'app',
      uid: 'base-uid',
      controller: true,
      blockOwnerDeletion: true,
    },
  ]);
});

test('a hand-made Base without labels has Descriptions like any other', () => {
  const [member] = MEMBERS;
  assert.ok(member);
  const metadata = { name: 'mine', namespace: 'clusternet-a', uid: 'u' };
  const base = {
    apiVersion: 'apps.clusternet.io/v1alpha1',
    kind: 'Base',
    metadata,
    spec: { feeds: [CONFIG] },
  };
  const objects = [{ template: 'config', object: TEMPLATES.get('config') as KubeObject }];
  const [description] = descriptionsOfWork({ base, member, objects });
  assert.equal(description?.metadata.name, 'mine-generic');
  assert.equal(description?.metadata.labels?.['apps.clusternet.io/subs.uid'], undefined);
});

test('what does not fit into one Description continues in the next, in order, with nothing lost', () => {
  const [member] = MEMBERS;
  assert.ok(member);
  const base = baseOfSubscription(SUBSCRIPTION, member, 'app');
  const objects = Array.from({ length: 7 }, (_, index) => ({
    template: String(index),
    object: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `c${index}` },
      data: { a: 'x'.repeat(100) },
    },
  }));
  const parts = descriptionsOfWork({ base, member, objects, maxBytes: 600 });
  assert.deepEqual(
    parts.map(({ metadata }) => metadata.name),
    ['app-generic', 'app-generic-2', 'app-generic-3', 'app-generic-4'],
  );
  assert.deepEqual(
    parts.flatMap(objectsOfDescription),
    objects.map(({ object }) => object),
  );
  assert.deepEqual(descriptionsOfWork({ base, member, objects: [] }), []);
});

test('a Subscription of another kind of feed, or without a template, is divided all the same', () => {
  const inventory = feedInventoryOf(
    {
      ...SUBSCRIPTION,
      spec: {
        ...SUBSCRIPTION.spec,
        feeds: [
          WEB,
          { apiVersion: 'apps.clusternet.io/v1alpha1', kind: 'HelmChart', namespace: 'n', name: 'chart' },
        ],
      },
    },
    ({ name }) => TEMPLATES.get(name),
  );
  assert.equal(inventory.metadata.name, 'app');
  assert.deepEqual(workloadsOfInventory(inventory), [{ key: 'apps/v1/Deployment/shop/web', replicas: 10 }]);
});

test('the state of a feed is told per cluster and in sum, whatever its kind', () => {
  const status = aggregateTemplate([
    { member: 'a', status: { health: 'healthy', counters: { replicas: 7, readyReplicas: 7 } } },
    {
      member: 'b',
      status: { health: 'progressing', message: 'm', counters: { replicas: 3, readyReplicas: 1 } },
    },
  ]);
  assert.deepEqual(aggregatedStatusOf(WEB, status, BY_NAME), {
    ...WEB,
    feedStatusSummary: { available: false, replicaStatus: { replicas: 10, readyReplicas: 8 } },
    feedStatusDetails: [
      {
        clusterId: 'id-a',
        clusterName: 'a',
        available: true,
        replicaStatus: { replicas: 7, readyReplicas: 7 },
      },
      {
        clusterId: 'id-b',
        clusterName: 'b',
        available: false,
        replicaStatus: { replicas: 3, readyReplicas: 1 },
      },
    ],
  });
});

test('a lost member keeps its binding in Replication and gives up its share in Dividing', () => {
  assert.equal(intentOfSubscription(SUBSCRIPTION).keepsLostMembers, false);
  const spec = { ...SUBSCRIPTION.spec, schedulingStrategy: 'Replication' } as const;
  assert.equal(intentOfSubscription({ ...SUBSCRIPTION, spec }).keepsLostMembers, true);
});

test('names over 63 characters are no labels, and hold nothing up', () => {
  const [member] = MEMBERS;
  assert.ok(member);
  const long = 'x'.repeat(100);
  const subscription = { ...SUBSCRIPTION, metadata: { ...SUBSCRIPTION.metadata, name: long } };
  const { metadata } = baseOfSubscription(subscription, member, long);
  assert.equal(metadata.name, long);
  assert.equal(metadata.labels?.['apps.clusternet.io/subs.name'], undefined);
  assert.equal(metadata.labels?.['apps.clusternet.io/subs.uid'], 'sub-uid');
});

test('what is not decided here is named', () => {
  assert.equal(unsupportedIn(SUBSCRIPTION), undefined);
  const dynamic = { ...SUBSCRIPTION.spec, dividingScheduling: { type: 'Dynamic' } } as const;
  assert.equal(unsupportedIn({ ...SUBSCRIPTION, spec: dynamic }), 'dividingScheduling.type Dynamic');
  const grouped = { ...SUBSCRIPTION.spec, schedulingBySubGroup: true };
  assert.equal(unsupportedIn({ ...SUBSCRIPTION, spec: grouped }), 'schedulingBySubGroup');
});

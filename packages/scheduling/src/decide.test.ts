import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feedKey, type FeedInventory, type Subscription } from '@banyan/api/clusternet';
import type { Member } from '@banyan/engine';
import { bindingPatch } from './binding-patch.ts';
import { decide, type Decision } from './decide.ts';

const WEB = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };

function member(name: string, labels: Record<string, string> = {}): Member {
  return { name, namespace: `clusternet-${name}`, id: name, labels, taints: [], state: 'ready', facts: {} };
}

function subscription(spec: Partial<Subscription['spec']>, status?: Subscription['status']): Subscription {
  return {
    apiVersion: 'apps.clusternet.io/v1alpha1',
    kind: 'Subscription',
    metadata: { name: 'app', namespace: 'default', generation: 3 },
    spec: { subscribers: [{ clusterAffinity: {}, weight: 1 }], feeds: [WEB], ...spec },
    ...(status && { status }),
  };
}

function inventory(name: string): FeedInventory {
  return {
    apiVersion: 'apps.clusternet.io/v1alpha1',
    kind: 'FeedInventory',
    metadata: { name: 'app', namespace: 'default' },
    spec: { feeds: [{ ...WEB, name, desiredReplicas: 5, replicaJsonPath: '/spec/replicas' }] },
  };
}

function decided(of: Subscription, members: readonly Member[], orders?: FeedInventory): Decision | undefined {
  const membersByName = new Map(members.map((one) => [one.name, one]));
  return decide({ subscription: of, members, membersByName, inventory: orders });
}

test('a Subscription is bound to what it selects, and says so', () => {
  const decision = decided(subscription({}), [member('a'), member('b')]);
  assert.deepEqual(decision?.status?.bindingClusters, ['clusternet-a/a', 'clusternet-b/b']);
  assert.equal(decision.status.desiredReleases, 2);
  assert.deepEqual(decision.condition, {
    type: 'Scheduled',
    status: 'True',
    reason: 'Scheduled',
    message: 'bound to 2 clusters',
    observedGeneration: 3,
  });
  assert.deepEqual(decision.event, {
    type: 'Normal',
    reason: 'Scheduled',
    message: 'bound to 2 clusters: a, b',
  });
});

test('nothing is divided before the inventory is in step with the feeds', () => {
  const divides = subscription({ schedulingStrategy: 'Dividing', dividingScheduling: { type: 'Static' } });
  const members = [member('a'), member('b')];
  assert.equal(decided(divides, members), undefined);
  assert.equal(decided(divides, members, inventory('other')), undefined);
  const decision = decided(divides, members, inventory('web'));
  assert.deepEqual(decision?.status?.replicas, { [feedKey(WEB)]: [3, 2] });
});

test('what is not understood leaves what is bound as it is', () => {
  const dynamic = subscription({ schedulingStrategy: 'Dividing', dividingScheduling: { type: 'Dynamic' } });
  const decision = decided(dynamic, [member('a')]);
  assert.equal(decision?.status, undefined);
  assert.equal(decision?.condition.reason, 'Unsupported');
  assert.equal(decision.event.reason, 'FailedScheduling');
});

test('when nothing fits any more, what runs is kept, and it is a warning', () => {
  const none = subscription(
    { subscribers: [{ clusterAffinity: { matchLabels: { zone: 'moon' } } }] },
    { bindingClusters: ['clusternet-a/a'] },
  );
  const decision = decided(none, [member('a')]);
  assert.deepEqual(decision?.status?.bindingClusters, ['clusternet-a/a']);
  assert.equal(decision.condition.status, 'False');
  assert.equal(decision.condition.reason, 'NothingFitsKept');
  assert.match(decision.event.message, /^0\/1 clusters are available/);
});

test('a patch holds what differs, and takes feeds out that are gone', () => {
  const before = { bindingClusters: ['n/a'], replicas: { x: [1], y: [2] }, specHash: 1, desiredReleases: 1 };
  assert.equal(bindingPatch(before, { ...before }), undefined);
  assert.deepEqual(bindingPatch(before, { ...before, replicas: { x: [1], z: [3] }, specHash: 2 }), {
    specHash: 2,
    replicas: { z: [3], y: null },
  });
  const { replicas: _replicas, ...replicated } = before;
  assert.deepEqual(bindingPatch(before, replicated), { replicas: null });
});

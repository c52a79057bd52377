import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Subscription } from '@banyan/api/clusternet';
import { placementOfStatus, specHash, statusOfPlacement } from './binding-status.ts';

const FEEDS = [
  { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' },
  { apiVersion: 'v1', kind: 'Namespace', name: 'shop' },
];

function subscription(spec: Partial<Subscription['spec']> = {}): Subscription {
  return {
    apiVersion: 'apps.clusternet.io/v1alpha1',
    kind: 'Subscription',
    metadata: { name: 'app', namespace: 'default' },
    spec: { subscribers: [{ clusterAffinity: {} }], feeds: FEEDS, ...spec },
  };
}

const MEMBERS = new Map([
  ['a', { namespace: 'z-space' }],
  ['b', { namespace: 'clusternet-b' }],
]);
const SHARES = new Map([['apps/v1/Deployment/shop/web', [3, 2]]]);

test('bound clusters are written as namespace/name, ascending, and shares follow them', () => {
  const status = statusOfPlacement(
    subscription({ schedulingStrategy: 'Dividing' }),
    { members: ['a', 'b'], shares: SHARES },
    MEMBERS,
  );
  assert.deepEqual(status.bindingClusters, ['clusternet-b/b', 'z-space/a']);
  assert.deepEqual(status.replicas, { 'apps/v1/Deployment/shop/web': [2, 3], 'v1/Namespace/shop': [] });
  assert.equal(status.desiredReleases, 2);
});

test('without division there are no replicas in the status', () => {
  const status = statusOfPlacement(subscription(), { members: ['a'], shares: new Map() }, MEMBERS);
  assert.equal('replicas' in status, false);
});

test('what was written is read back', () => {
  const placement = { members: ['a', 'b'], shares: SHARES };
  const status = statusOfPlacement(subscription({ schedulingStrategy: 'Dividing' }), placement, MEMBERS);
  const read = placementOfStatus(status);
  assert.deepEqual(read?.members, ['b', 'a']);
  assert.deepEqual(read?.shares, new Map([['apps/v1/Deployment/shop/web', [2, 3]]]));
});

test('a status of a Subscription that was never scheduled is no placement', () => {
  assert.equal(placementOfStatus(undefined), undefined);
  assert.equal(placementOfStatus({}), undefined);
});

test('shares that do not fit the clusters are not believed', () => {
  const placement = placementOfStatus({ bindingClusters: ['n/a', 'n/b'], replicas: { x: [1] } });
  assert.deepEqual(placement?.shares, new Map());
});

test('the hash of a spec changes with it and not with the order of its keys', () => {
  const { spec } = subscription();
  const { feeds, subscribers } = spec;
  assert.equal(specHash({ feeds, subscribers }), specHash({ subscribers, feeds }));
  assert.notEqual(specHash(spec), specHash({ ...spec, feeds: [] }));
  assert.ok(Number.isSafeInteger(specHash(spec)));
});

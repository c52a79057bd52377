import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Base, Description, Subscription } from '@banyan/api/clusternet';
import { CONFIG } from '../test-objects.ts';
import { isOnItsWay, isSameStatus, type BoundMember } from './aggregate-subscription.ts';
import type { FoundFeed } from '../templates.ts';

const FOUND = {
  feed: CONFIG,
  template: { key: 'config', object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'config' } } },
  identity: { group: '', kind: 'ConfigMap', namespace: 'shop', name: 'config' },
  digest: '1',
} satisfies FoundFeed;
const MISSING = { feed: CONFIG, reason: 'None', problem: 'none', isUnknownKind: false } satisfies FoundFeed;

function subscription(bindingClusters?: string[]): Subscription {
  return {
    apiVersion: 'apps.clusternet.io/v1alpha1',
    kind: 'Subscription',
    metadata: { name: 'app' },
    spec: { subscribers: [], feeds: [CONFIG] },
    ...(bindingClusters && { status: { bindingClusters } }),
  };
}

function bound(phase: 'Success' | 'Failure' | undefined, rendered: 'True' | 'False' = 'True'): BoundMember {
  const kind = { apiVersion: 'apps.clusternet.io/v1alpha1', metadata: { name: 'app' } };
  const description = {
    ...kind,
    kind: 'Description',
    spec: { deployer: 'Generic' },
    status: { ...(phase && { phase }) },
  } satisfies Description;
  const base = {
    ...kind,
    kind: 'Base',
    spec: { feeds: [] },
    status: { conditions: [{ type: 'Rendered', status: rendered }] },
  } satisfies Base;
  return { member: { name: 'a', id: 'a' }, base, descriptions: [description] };
}

const WAYS: readonly [string, boolean, Parameters<typeof isOnItsWay>[0]][] = [
  ['not decided yet', true, { subscription: subscription(), feeds: [FOUND], bound: [] }],
  ['bound to nothing', false, { subscription: subscription([]), feeds: [FOUND], bound: [] }],
  [
    'some members to come',
    true,
    { subscription: subscription(['a']), feeds: [FOUND], bound: [bound('Success'), bound(undefined)] },
  ],
  [
    'in all members',
    false,
    { subscription: subscription(['a']), feeds: [FOUND], bound: [bound('Success'), bound('Success')] },
  ],
  [
    'a member that failed',
    false,
    { subscription: subscription(['a']), feeds: [FOUND], bound: [bound('Failure'), bound(undefined)] },
  ],
  [
    'an override that failed',
    false,
    { subscription: subscription(['a']), feeds: [FOUND], bound: [bound(undefined, 'False')] },
  ],
  ['a feed that is missing', false, { subscription: subscription(), feeds: [FOUND, MISSING], bound: [] }],
];

for (const [name, expected, request] of WAYS) {
  test(`${name}: ${expected ? 'there is more to come' : 'it is told at once'}`, () => {
    assert.equal(isOnItsWay(request), expected);
  });
}

test('a status is the same whatever the order of its fields', () => {
  const feed = { apiVersion: 'v1', kind: 'ConfigMap', name: 'config' };
  const wanted = {
    aggregatedStatuses: [{ ...feed, feedStatusSummary: { available: true } }],
    completedReleases: 1,
  };
  const told = {
    completedReleases: 1,
    aggregatedStatuses: [
      { feedStatusSummary: { available: true }, name: 'config', kind: 'ConfigMap', apiVersion: 'v1' },
    ],
  };
  assert.equal(isSameStatus(told, wanted), true);
  assert.equal(isSameStatus({ ...told, completedReleases: 2 }, wanted), false);
  assert.equal(isSameStatus({}, { aggregatedStatuses: [], completedReleases: 0 }), true);
});

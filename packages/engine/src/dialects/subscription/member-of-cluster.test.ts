import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClusterCondition, ManagedCluster } from '@banyan/api/clusternet';
import { memberOfCluster } from './member-of-cluster.ts';

function cluster(
  metadata: ManagedCluster['metadata'] = {},
  ready?: ClusterCondition['status'],
): ManagedCluster {
  const condition = { type: 'Ready', reason: 'x', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' };
  return {
    apiVersion: 'clusters.clusternet.io/v1beta1',
    kind: 'ManagedCluster',
    metadata: { name: 'a', namespace: 'clusternet-a', labels: { l: 'v' }, ...metadata },
    spec: { clusterId: 'id', syncMode: 'Dual', taints: [{ key: 'k', effect: 'NoSchedule' }] },
    status: {
      k8sVersion: 'v1.36.3',
      ...(ready !== undefined && { conditions: [{ ...condition, status: ready }] }),
    },
  };
}

test('a ManagedCluster is a member', () => {
  assert.deepEqual(memberOfCluster(cluster({}, 'True')), {
    name: 'a',
    namespace: 'clusternet-a',
    id: 'id',
    labels: { l: 'v' },
    taints: [{ key: 'k', effect: 'NoSchedule' }],
    stateTaint: 'clusters.clusternet.io/unschedulable',
    state: 'ready',
    facts: { version: 'v1.36.3' },
  });
});

test('a cluster that says nothing, or is not known to be ready, is not', () => {
  for (const ready of [undefined, 'False', 'Unknown'] as const) {
    assert.equal(memberOfCluster(cluster({}, ready)).state, 'not-ready');
  }
});

test('a cluster that was asked to leave, or is being deleted, leaves', () => {
  assert.equal(
    memberOfCluster(cluster({ annotations: { 'banyan.dev/leave': 'drain' } }, 'True')).state,
    'leaving',
  );
  assert.equal(
    memberOfCluster(cluster({ deletionTimestamp: '2026-01-01T00:00:00Z' }, 'True')).state,
    'leaving',
  );
});

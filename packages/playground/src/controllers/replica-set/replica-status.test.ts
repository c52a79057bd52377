import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pod } from '@banyan/api/objects';
import type { ReplicaOwner } from './replica-kind.ts';
import { replicaStatus } from './replica-status.ts';

const NOW_MS = Date.UTC(2030, 0, 1, 12);
const HOW = { failure: undefined, countsTerminating: true, nowMs: NOW_MS };
const OWNER: ReplicaOwner = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'web', generation: 3 },
  spec: { minReadySeconds: 30, template: { metadata: { labels: { app: 'web' } }, spec: { containers: [] } } },
};

function pod(
  phase: 'Pending' | 'Running' | 'Succeeded',
  more: { ready?: string; isLeaving?: boolean; app?: string } = {},
): Pod {
  const { ready, isLeaving = false, app = 'web' } = more;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { labels: { app }, ...(isLeaving && { deletionTimestamp: '2030-01-01T12:00:00Z' }) },
    spec: { containers: [] },
    status: {
      phase,
      ...(ready !== undefined && {
        conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: ready }],
      }),
    },
  };
}

test('pods that ended count for nothing, those that leave apart', () => {
  const pods = [
    pod('Running', { ready: '2030-01-01T11:00:00Z' }),
    pod('Running', { ready: '2030-01-01T11:59:50Z', app: 'other' }),
    pod('Running', { ready: '2030-01-01T11:59:40Z' }),
    pod('Pending'),
    pod('Running', { ready: '2030-01-01T11:00:00Z', isLeaving: true }),
    pod('Succeeded'),
  ];
  const { status, nextMs } = replicaStatus(OWNER, pods, HOW);
  assert.deepEqual(status, {
    replicas: 4,
    fullyLabeledReplicas: 3,
    readyReplicas: 3,
    availableReplicas: 1,
    terminatingReplicas: 1,
    observedGeneration: 3,
  });
  assert.equal(nextMs, 10_000, 'the next that will be available');
  assert.equal(
    'terminatingReplicas' in replicaStatus(OWNER, pods, { ...HOW, countsTerminating: false }).status,
    false,
  );
});

test('what could not be done is said until it can', () => {
  const failure = { reason: 'FailedCreate', message: 'quota' } as const;
  const { status } = replicaStatus(OWNER, [], { ...HOW, failure });
  assert.deepEqual(status.conditions, [
    { type: 'ReplicaFailure', status: 'True', ...failure, lastTransitionTime: '2030-01-01T12:00:00Z' },
  ]);
  const again = { ...HOW, failure: { ...failure, message: 'quota, in other words' } };
  assert.deepEqual(replicaStatus({ ...OWNER, status }, [], again).status, status, 'the same is no news');
  assert.equal(replicaStatus({ ...OWNER, status }, [], HOW).status.conditions, undefined);
});

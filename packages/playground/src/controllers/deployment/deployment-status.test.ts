import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Condition, Deployment } from '@banyan/api/objects';
import { deploymentStatus, rolloutStatus, untilLate } from './deployment-status.ts';
import { sampleDeployment, sampleSet } from './sample-sets.ts';

const NOW_MS = Date.UTC(2030, 0, 1, 12);
const NOW = '2030-01-01T12:00:00Z';
const EARLIER = '2030-01-01T11:00:00Z';

function said(reason: string, status: Condition['status'] = 'True', lastUpdateTime = EARLIER): Condition {
  return { type: 'Progressing', status, reason, message: '', lastUpdateTime, lastTransitionTime: EARLIER };
}

function withStatus(status: NonNullable<Deployment['status']>): Deployment {
  return { ...sampleDeployment(), status };
}

function progressOf(deployment: Deployment, current = sampleSet({ name: 'web-1', replicas: 3 })) {
  const status = rolloutStatus(deployment, { current, all: [current] }, NOW_MS);
  return status.conditions?.find(({ type }) => type === 'Progressing');
}

describe('what a deployment says of a rollout', () => {
  test('it has progressed when all pods are new and available', () => {
    const progress = progressOf(
      withStatus({ replicas: 3, updatedReplicas: 2, conditions: [said('ReplicaSetUpdated')] }),
    );
    assert.equal(progress?.reason, 'NewReplicaSetAvailable');
    assert.equal(progress.message, 'ReplicaSet "web-1" has successfully progressed.');
    assert.equal(progress.lastTransitionTime, EARLIER, 'it was true before');
    assert.equal(progress.lastUpdateTime, NOW);
  });

  test('it moves when there are more new pods than before', () => {
    const current = sampleSet({ name: 'web-1', replicas: 2, available: 1 });
    const progress = progressOf(
      withStatus({ updatedReplicas: 1, conditions: [said('ReplicaSetUpdated')] }),
      current,
    );
    assert.equal(progress?.reason, 'ReplicaSetUpdated');
    assert.equal(progress.lastUpdateTime, NOW, 'the deadline begins anew');
  });

  test('it is late when nothing moved for longer than the deadline', () => {
    const current = sampleSet({ name: 'web-1', replicas: 2, available: 0 });
    const before = { replicas: 2, updatedReplicas: 2, conditions: [said('ReplicaSetUpdated')] };
    const progress = progressOf(withStatus(before), current);
    assert.deepEqual([progress?.status, progress?.reason], ['False', 'ProgressDeadlineExceeded']);
  });

  test('it says nothing new of a rollout that was complete, though pods fail', () => {
    const current = sampleSet({ name: 'web-1', replicas: 3, available: 1 });
    const old = said('NewReplicaSetAvailable');
    assert.equal(
      progressOf(withStatus({ replicas: 3, updatedReplicas: 3, conditions: [old] }), current),
      old,
    );
  });

  test('it says nothing at all without a deadline', () => {
    const deployment = { ...sampleDeployment({ progressDeadlineSeconds: 2 ** 31 - 1 }) };
    assert.equal(progressOf(deployment), undefined);
  });

  test('what its sets cannot do is its own failure, until they can', () => {
    const failure: Condition = {
      type: 'ReplicaFailure',
      status: 'True',
      reason: 'FailedCreate',
      message: 'quota',
    };
    const failing = sampleSet({ name: 'web-1', replicas: 3, available: 0 });
    failing.status = { ...failing.status, conditions: [failure] };
    const status = rolloutStatus(sampleDeployment(), { current: failing, all: [failing] }, NOW_MS);
    assert.equal(status.conditions?.at(-1)?.message, 'quota');
    const well = sampleSet({ name: 'web-1', replicas: 3 });
    const after = rolloutStatus(withStatus(status), { current: well, all: [well] }, NOW_MS);
    assert.ok(!after.conditions?.some(({ type }) => type === 'ReplicaFailure'));
  });
});

describe('the numbers of a deployment', () => {
  test('are the sums of those of its sets', () => {
    const current = sampleSet({ name: 'new', replicas: 1, available: 0 });
    const all = [sampleSet({ name: 'old', replicas: 3 }), current];
    const { conditions, ...numbers } = deploymentStatus(sampleDeployment(), { current, all }, NOW_MS);
    assert.deepEqual(numbers, {
      observedGeneration: 1,
      replicas: 4,
      updatedReplicas: 1,
      readyReplicas: 3,
      availableReplicas: 3,
      unavailableReplicas: 1,
      terminatingReplicas: 0,
    });
    assert.equal(conditions?.[0]?.reason, 'MinimumReplicasAvailable');
  });

  test('it is not available with too few pods', () => {
    const current = sampleSet({ name: 'new', replicas: 3, available: 1 });
    const { conditions } = deploymentStatus(sampleDeployment(), { current, all: [current] }, NOW_MS);
    assert.deepEqual(
      [conditions?.[0]?.status, conditions?.[0]?.reason],
      ['False', 'MinimumReplicasUnavailable'],
    );
  });
});

test('a rollout is looked at again when it may be late', () => {
  const rolling = { replicas: 1, conditions: [said('ReplicaSetUpdated', 'True', NOW)] };
  assert.equal(untilLate(sampleDeployment(), rolling, NOW_MS), 601_000);
  assert.equal(
    untilLate(sampleDeployment(), { conditions: [said('ProgressDeadlineExceeded', 'False')] }, NOW_MS),
    undefined,
  );
  const done = {
    replicas: 3,
    updatedReplicas: 3,
    availableReplicas: 3,
    conditions: [said('NewReplicaSetAvailable')],
  };
  assert.equal(untilLate(sampleDeployment(), done, NOW_MS), undefined);
});

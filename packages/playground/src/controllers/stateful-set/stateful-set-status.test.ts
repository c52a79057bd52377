import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samplePod, sampleStatefulSet } from './sample-stateful-set.ts';
import { statefulSetStatus } from './stateful-set-status.ts';

const NOW_MS = Date.UTC(2030, 0, 2);
const REVISIONS = { currentRevision: 'old', updateRevision: 'new', collisionCount: 0 };

test('during an update both revisions are counted, but not pods that go', () => {
  const pods = [samplePod(0, 'ready'), samplePod(1, 'leaving'), samplePod(2, 'ready', 'new')];
  assert.deepEqual(statefulSetStatus(sampleStatefulSet(), pods, REVISIONS, NOW_MS), {
    observedGeneration: 1,
    replicas: 3,
    readyReplicas: 3,
    availableReplicas: 3,
    currentReplicas: 1,
    updatedReplicas: 1,
    currentRevision: 'old',
    updateRevision: 'new',
    collisionCount: 0,
  });
});

test('when all pods are new and ready the new revision is the current one', () => {
  const pods = [0, 1, 2].map((ordinal) => samplePod(ordinal, 'ready', 'new'));
  const status = statefulSetStatus(sampleStatefulSet(), pods, REVISIONS, NOW_MS);
  assert.deepEqual([status.currentRevision, status.currentReplicas], ['new', 3]);
  const onDelete = sampleStatefulSet({ updateStrategy: { type: 'OnDelete' } });
  assert.equal(statefulSetStatus(onDelete, pods, REVISIONS, NOW_MS).currentRevision, 'old');
});

test('a pod that is ready too short is not available', () => {
  const set = sampleStatefulSet({ replicas: 1, minReadySeconds: 2 * 86_400 });
  const status = statefulSetStatus(set, [samplePod(0, 'ready')], REVISIONS, NOW_MS);
  assert.deepEqual([status.readyReplicas, status.availableReplicas], [1, 0]);
});

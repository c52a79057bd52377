import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobSpec, Pod } from '@banyan/api/objects';
import { eventually, FakeClock } from '@banyan/testing';
import { keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import { startPlaygroundCluster, type PlaygroundCluster } from '../../cluster/playground-cluster.ts';
import { JOBS, PODS } from '../../cluster/resources.ts';

const KEY = { namespace: 'default', name: 'work' };

function specOf(more: Partial<JobSpec> = {}): JobSpec {
  return {
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'work', image: 'work' }] } },
    ...more,
  };
}

async function create({ objects }: PlaygroundCluster, spec: Partial<JobSpec> = {}): Promise<void> {
  await objects.create(JOBS, { metadata: KEY, spec: specOf(spec) });
}

function conditions({ objects }: PlaygroundCluster): string[] {
  return (objects.get(JOBS, KEY)?.status?.conditions ?? []).map(({ type }) => type);
}

/** Plays the kubelet for the one pod that waits, on a cluster without nodes. */
async function endPod(
  { objects }: PlaygroundCluster,
  clock: FakeClock,
  phase: 'Succeeded' | 'Failed',
): Promise<void> {
  await eventually('a pod', () => pendingPods(objects).length === 1);
  const [pod] = pendingPods(objects);
  const finishedAt = new Date(clock.now()).toISOString();
  await objects.updateBelow(PODS, 'status', keyOf(pod ?? assert.fail()), (draft) => {
    const state = { terminated: { exitCode: phase === 'Failed' ? 1 : 0, finishedAt } };
    const status = { name: 'work', ready: false, restartCount: 0, image: '', imageID: '', state };
    draft.status = { ...draft.status, phase, containerStatuses: [status] };
  });
}

function pendingPods(objects: ClusterObjects): Readonly<Pod>[] {
  return [...objects.list(PODS, 'default')].filter(({ status }) => status?.phase === 'Pending');
}

test('a job runs on nodes until enough pods succeeded', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'jobs' });
  t.after(() => cluster.stop());
  await create(cluster, { completions: 3, parallelism: 3, completionMode: 'Indexed' });
  await eventually('it is complete', () => conditions(cluster).includes('Complete'));
  const { status } = cluster.objects.get(JOBS, KEY) ?? assert.fail();
  assert.deepEqual([status?.succeeded, status?.completedIndexes], [3, '0-2']);
  await eventually('no pod is held', () =>
    [...cluster.objects.list(PODS, 'default')].every(
      ({ metadata }) => (metadata.finalizers ?? []).length === 0,
    ),
  );
});

test('a failed pod is replaced after a while, the next after a longer one', async (t) => {
  const clock = new FakeClock();
  const cluster = await startPlaygroundCluster({ name: 'again', nodes: 0, clock });
  t.after(() => cluster.stop());
  const failed = () => cluster.objects.get(JOBS, KEY)?.status?.failed;
  await create(cluster, { backoffLimit: 2 });
  await endPod(cluster, clock, 'Failed');
  await eventually('one failure', () => failed() === 1);
  await clock.advance(9000);
  assert.equal(pendingPods(cluster.objects).length, 0);
  await clock.advance(2000);
  await endPod(cluster, clock, 'Failed');
  await eventually('two failures', () => failed() === 2);
  await clock.advance(15_000);
  assert.equal(pendingPods(cluster.objects).length, 0);
  await clock.advance(6000);
  await endPod(cluster, clock, 'Failed');
  await eventually('the end', () => conditions(cluster).includes('Failed'));
  assert.deepEqual(conditions(cluster), ['FailureTarget', 'Failed']);
});

test('a job that ended goes when its time is over', async (t) => {
  const clock = new FakeClock();
  const cluster = await startPlaygroundCluster({ name: 'expiry', nodes: 0, clock });
  t.after(() => cluster.stop());
  await create(cluster, { ttlSecondsAfterFinished: 100 });
  await endPod(cluster, clock, 'Succeeded');
  await eventually('it is complete', () => conditions(cluster).includes('Complete'));
  await clock.advance(90_000);
  assert.notEqual(cluster.objects.get(JOBS, KEY), undefined);
  await clock.advance(11_000);
  await eventually('it is gone', () => cluster.objects.get(JOBS, KEY) === undefined);
  assert.deepEqual([...cluster.objects.list(PODS, 'default')], []);
});

test('no pod is held for a job that is gone', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'orphans', nodes: 0 });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  const pods = () => [...objects.list(PODS, 'default')];
  await create(cluster, { parallelism: 2, completions: 2 });
  await eventually('two pods', () => pods().length === 2);
  await objects.delete(JOBS, KEY, { propagationPolicy: 'Orphan' });
  await eventually(
    'they are free',
    () => pods().length === 2 && pods().every(({ metadata }) => (metadata.finalizers ?? []).length === 0),
  );
});

test('a job that someone else manages is left alone', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'managed', nodes: 0 });
  t.after(() => cluster.stop());
  await create(cluster, { managedBy: 'example.com/other' });
  await cluster.objects.create(JOBS, { metadata: { namespace: 'default', name: 'own' }, spec: specOf() });
  await eventually('a pod of the other job', () => [...cluster.objects.list(PODS, 'default')].length === 1);
  assert.equal(cluster.objects.get(JOBS, KEY)?.status?.active, undefined);
});

test('a job that is deleted takes its pods with it', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'deleted', nodes: 0 });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  await create(cluster, { parallelism: 2, completions: 2 });
  await eventually('two pods', () => pendingPods(objects).length === 2);
  await objects.delete(JOBS, KEY, { propagationPolicy: 'Background' });
  await eventually('nothing is left', () => [...objects.list(PODS, 'default')].length === 0);
});

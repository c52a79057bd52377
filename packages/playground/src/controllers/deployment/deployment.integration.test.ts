import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PodTemplate } from '@banyan/api/objects';
import { eventually, FakeClock } from '@banyan/testing';
import { controllerOf } from '../../cluster/cluster-objects.ts';
import { startPlaygroundCluster, type PlaygroundCluster } from '../../cluster/playground-cluster.ts';
import { DEPLOYMENTS, PODS, REPLICA_SETS } from '../../cluster/resources.ts';
import { currentSetName } from './current-set.ts';
import { isComplete } from './deployment-conditions.ts';

const KEY = { namespace: 'default', name: 'web' };
const LABELS = { app: 'web' };

function template(image: string): PodTemplate {
  return { metadata: { labels: LABELS }, spec: { containers: [{ name: 'web', image }] } };
}

async function create({ objects }: PlaygroundCluster, spec: object = {}): Promise<void> {
  const selector = { matchLabels: LABELS };
  await objects.create(DEPLOYMENTS, {
    metadata: KEY,
    spec: { selector, template: template('one'), ...spec },
  });
}

async function completed({ objects }: PlaygroundCluster): Promise<void> {
  await eventually('the rollout is complete', () => {
    const deployment = objects.get(DEPLOYMENTS, KEY) ?? assert.fail();
    const { status = {}, metadata } = deployment;
    return status.observedGeneration === metadata.generation && isComplete(deployment, status);
  });
}

test('a rolling update on nodes keeps its pods available', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'rolling' });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  await create(cluster, { replicas: 4 });
  await completed(cluster);
  let least = 4;
  objects.listen(DEPLOYMENTS, ({ object }) => {
    least = Math.min(least, object.status?.availableReplicas ?? 0);
  });
  await objects.update(DEPLOYMENTS, KEY, ({ spec }) => void (spec.template = template('two')));
  await completed(cluster);
  assert.ok(least >= 3, `${least} were available`);
  await eventually('only new pods are left', () =>
    [...objects.list(PODS, 'default')].every(({ spec }) => spec.containers[0]?.image === 'two'),
  );
});

test('a set of the same name that belongs to another is no obstacle', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'collision', nodes: 0 });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  await create(cluster, { paused: true, replicas: 0 });
  const deployment = objects.get(DEPLOYMENTS, KEY) ?? assert.fail();
  const other = { app: 'other' };
  await objects.create(REPLICA_SETS, {
    metadata: { namespace: 'default', name: currentSetName(deployment) },
    spec: {
      replicas: 0,
      selector: { matchLabels: other },
      template: { ...template('other'), metadata: { labels: other } },
    },
  });
  await objects.update(DEPLOYMENTS, KEY, ({ spec }) => void (spec.paused = false));
  await completed(cluster);
  assert.equal(objects.get(DEPLOYMENTS, KEY)?.status?.collisionCount, 1);
  assert.equal([...objects.list(REPLICA_SETS, 'default')].length, 2);
});

test('a set whose labels change is let go, and another takes its place', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'release' });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  await create(cluster, { replicas: 1 });
  await completed(cluster);
  const [set] = [...objects.list(REPLICA_SETS, 'default')];
  const key = { namespace: 'default', name: set?.metadata.name ?? '' };
  await objects.update(REPLICA_SETS, key, ({ metadata }) => void (metadata.labels = { app: 'free' }));
  await eventually('it is free', () => {
    const freed = objects.get(REPLICA_SETS, key);
    return freed !== undefined && controllerOf(freed) === undefined;
  });
  await eventually('another set', () => [...objects.list(REPLICA_SETS, 'default')].length === 2);
});

test('a rollout that does not move is late after its deadline, not before', async (t) => {
  const clock = new FakeClock();
  const cluster = await startPlaygroundCluster({ name: 'late', nodes: 0, clock });
  t.after(() => cluster.stop());
  await create(cluster, { replicas: 1, progressDeadlineSeconds: 30 });
  const reason = () =>
    cluster.objects.get(DEPLOYMENTS, KEY)?.status?.conditions?.find(({ type }) => type === 'Progressing')
      ?.reason;
  await eventually('it moves', () => reason() === 'ReplicaSetUpdated');
  await clock.advance(25_000);
  assert.equal(reason(), 'ReplicaSetUpdated');
  await clock.advance(10_000);
  await eventually('it is late', () => reason() === 'ProgressDeadlineExceeded');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pod, StatefulSet } from '@banyan/api/objects';
import { eventually } from '@banyan/testing';
import { startPlaygroundCluster, type PlaygroundCluster } from '../../cluster/playground-cluster.ts';
import { CONTROLLER_REVISIONS, PODS, STATEFUL_SETS } from '../../cluster/resources.ts';
import { isReady } from '../pods/pod-facts.ts';

const KEY = { namespace: 'default', name: 'web' };
const LABELS = { app: 'web' };
const TEMPLATE = { metadata: { labels: LABELS }, spec: { containers: [{ name: 'web', image: 'one' }] } };

async function create({ objects }: PlaygroundCluster, spec: Partial<StatefulSet['spec']>): Promise<void> {
  const base = { selector: { matchLabels: LABELS }, template: TEMPLATE, serviceName: 'web' };
  await objects.create(STATEFUL_SETS, { metadata: KEY, spec: { ...base, ...spec } });
}

async function settled({ objects }: PlaygroundCluster, replicas: number): Promise<void> {
  await eventually(`${replicas} pods as they should be`, () => {
    const { status, metadata } = objects.get(STATEFUL_SETS, KEY) ?? assert.fail();
    const isSeen = status?.observedGeneration === metadata.generation;
    return (
      isSeen &&
      status?.replicas === replicas &&
      status.updatedReplicas === replicas &&
      status.availableReplicas === replicas
    );
  });
}

test('pods come up one after the other, and are replaced from the last to the first', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'ordered' });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  const came: string[] = [];
  const tooEarly: string[] = [];
  objects.listen(PODS, ({ type, object }) => {
    if (type !== 'ADDED') return;
    came.push(object.metadata.name ?? '');
    const others = [...objects.list(PODS, 'default')].filter(
      ({ metadata }) => metadata.name !== object.metadata.name,
    );
    if (!others.every(isReady)) tooEarly.push(object.metadata.name ?? '');
  });
  await create(cluster, { replicas: 3 });
  await settled(cluster, 3);
  assert.deepEqual(came, ['web-0', 'web-1', 'web-2']);
  await objects.update(STATEFUL_SETS, KEY, ({ spec }) => {
    spec.template.spec.containers = [{ name: 'web', image: 'two' }];
  });
  await settled(cluster, 3);
  assert.deepEqual(came.slice(3), ['web-2', 'web-1', 'web-0']);
  assert.deepEqual(tooEarly, []);
  const { status } = objects.get(STATEFUL_SETS, KEY) ?? assert.fail();
  assert.equal(status?.currentRevision, status?.updateRevision);
});

test('a pod that is deleted comes back under its name', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'again' });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  await create(cluster, { replicas: 2, podManagementPolicy: 'Parallel' });
  await settled(cluster, 2);
  const key = { namespace: 'default', name: 'web-0' };
  const uidOf = (pod: Readonly<Pod> | undefined) => pod?.metadata.uid;
  const before = uidOf(objects.get(PODS, key));
  await objects.delete(PODS, key);
  await eventually(
    'another pod of that name',
    () => ![undefined, before].includes(uidOf(objects.get(PODS, key))),
  );
  await settled(cluster, 2);
});

test('a set that is deleted takes its pods with it', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'gone' });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  await create(cluster, { replicas: 2 });
  await settled(cluster, 2);
  const made: string[] = [];
  objects.listen(CONTROLLER_REVISIONS, ({ type, object }) => {
    if (type === 'ADDED') made.push(object.metadata.name ?? '');
  });
  await objects.delete(STATEFUL_SETS, KEY, { propagationPolicy: 'Foreground' });
  await eventually('nothing is left', () => objects.get(STATEFUL_SETS, KEY) === undefined);
  assert.deepEqual([...objects.list(PODS, 'default')], []);
  assert.deepEqual(made, [], 'nothing new is made for it');
});

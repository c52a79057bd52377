import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { startPlaygroundCluster, type PlaygroundCluster } from '../../cluster/playground-cluster.ts';
import { DAEMON_SETS, NODES, PODS } from '../../cluster/resources.ts';

const KEY = { namespace: 'default', name: 'log' };
const LABELS = { app: 'log' };

async function create({ objects }: PlaygroundCluster): Promise<void> {
  const template = { metadata: { labels: LABELS }, spec: { containers: [{ name: 'log', image: 'one' }] } };
  await objects.create(DAEMON_SETS, { metadata: KEY, spec: { selector: { matchLabels: LABELS }, template } });
}

function nodesOf({ objects }: PlaygroundCluster): string[] {
  return [...objects.list(PODS, 'default')].map(({ spec }) => spec.nodeName ?? '').toSorted();
}

async function settled(cluster: PlaygroundCluster, count: number): Promise<void> {
  await eventually(`a pod on each of ${count} nodes`, () => {
    const { status, metadata } = cluster.objects.get(DAEMON_SETS, KEY) ?? assert.fail();
    const { numberAvailable, updatedNumberScheduled, desiredNumberScheduled } = status ?? {};
    return (
      status?.observedGeneration === metadata.generation &&
      [numberAvailable, updatedNumberScheduled, desiredNumberScheduled, nodesOf(cluster).length].every(
        (each) => each === count,
      )
    );
  });
}

test('a pod runs on every node, and after an update on every node again', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'every', nodes: 3 });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  await create(cluster);
  await settled(cluster, 3);
  const nodes = [...objects.list(NODES)].map(({ metadata }) => metadata.name);
  assert.deepEqual(nodesOf(cluster), nodes);
  await objects.update(DAEMON_SETS, KEY, ({ spec }) => {
    spec.template.spec.containers = [{ name: 'log', image: 'two' }];
  });
  await settled(cluster, 3);
  assert.deepEqual(nodesOf(cluster), nodes);
});

test('a node that comes gets a pod, one that sends pods away loses it', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'change', nodes: 2 });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  await create(cluster);
  await settled(cluster, 2);
  const name = [...objects.list(NODES)][0]?.metadata.name ?? '';
  await objects.update(NODES, { name }, (draft) => {
    draft.spec = { ...draft.spec, taints: [{ key: 'maintenance', effect: 'NoExecute' }] };
  });
  await settled(cluster, 1);
  assert.ok(!nodesOf(cluster).includes(name));
  await objects.update(NODES, { name }, (draft) => void (draft.spec = { ...draft.spec, taints: [] }));
  await settled(cluster, 2);
  const ready = [{ type: 'Ready', status: 'True' as const, lastHeartbeatTime: new Date().toISOString() }];
  await objects.create(NODES, { metadata: { name: 'visitor' } });
  await objects.updateBelow(
    NODES,
    'status',
    { name: 'visitor' },
    (draft) => void (draft.status = { conditions: ready }),
  );
  await eventually(
    'a pod for the visitor',
    () => objects.get(DAEMON_SETS, KEY)?.status?.currentNumberScheduled === 3,
  );
  await objects.delete(NODES, { name: 'visitor' });
  await settled(cluster, 2);
});

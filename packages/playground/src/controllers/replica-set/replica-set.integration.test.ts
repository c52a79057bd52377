import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPlaygroundCluster } from '../../cluster/playground-cluster.ts';
import { EVENTS, PODS, REPLICA_SETS, SERVICE_ACCOUNTS } from '../../cluster/resources.ts';
import { eventually, FakeClock } from '@banyan/testing';

const LABELS = { app: 'web' };
const KEY = { namespace: 'default', name: 'web' };

test('a ReplicaSet has as many pods as it asks for', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'one', nodes: 0 });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  const pods = () =>
    [...objects.list(PODS, 'default')].filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  await objects.create(REPLICA_SETS, {
    metadata: KEY,
    spec: {
      replicas: 3,
      selector: { matchLabels: LABELS },
      template: { metadata: { labels: LABELS }, spec: { containers: [{ name: 'web', image: 'web' }] } },
    },
  });
  await eventually('three pods', () => pods().length === 3);
  await objects.update(REPLICA_SETS, KEY, ({ spec }) => void (spec.replicas = 1));
  await eventually('one pod', () => pods().length === 1);
  await eventually('one counted', () => objects.get(REPLICA_SETS, KEY)?.status?.replicas === 1);
  const [pod] = pods();
  assert.equal(pod?.metadata.ownerReferences?.[0]?.name, 'web');
});

test('pods that are refused are asked for again later, and when they come the failure is forgotten', async (t) => {
  const clock = new FakeClock();
  const cluster = await startPlaygroundCluster({ name: 'refused', nodes: 0, clock });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  const spec = { serviceAccountName: 'late', containers: [{ name: 'web', image: 'web' }] };
  await objects.create(REPLICA_SETS, {
    metadata: KEY,
    spec: {
      replicas: 5,
      selector: { matchLabels: LABELS },
      template: { metadata: { labels: LABELS }, spec },
    },
  });
  const conditions = () => objects.get(REPLICA_SETS, KEY)?.status?.conditions ?? [];
  await eventually('the failure is told', () => conditions()[0]?.reason === 'FailedCreate');
  for (let i = 0; i < 50; i += 1) await clock.advance(0);
  const [event] = [...objects.list(EVENTS, 'default')].filter(({ reason }) => reason === 'FailedCreate');
  assert.ok(Number(event?.['count']) <= 3, 'not again at once, and one stands for all five');
  await objects.create(SERVICE_ACCOUNTS, { metadata: { namespace: 'default', name: 'late' } });
  await eventually('all pods', async () => {
    await clock.advance(10_000);
    return objects.get(REPLICA_SETS, KEY)?.status?.replicas === 5;
  });
  assert.deepEqual(conditions(), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPlaygroundCluster } from '../../cluster/playground-cluster.ts';
import { PODS, REPLICA_SETS } from '../../cluster/resources.ts';
import { eventually } from '@banyan/testing';

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

import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { startPlaygroundCluster } from '../../cluster/playground-cluster.ts';
import { REPLICATION_CONTROLLERS } from '../../cluster/resources.ts';

test('a replication controller keeps as many pods as it asks for', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'rc' });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  const key = { namespace: 'default', name: 'web' };
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web' }] } };
  await objects.create(REPLICATION_CONTROLLERS, {
    metadata: key,
    spec: { replicas: 2, selector: labels, template },
  });
  const ready = () => objects.get(REPLICATION_CONTROLLERS, key)?.status?.availableReplicas ?? 0;
  await eventually('two pods', () => ready() === 2);
  await objects.update(REPLICATION_CONTROLLERS, key, ({ spec }) => void (spec.replicas = 0));
  await eventually('none', () => ready() === 0);
});

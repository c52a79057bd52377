import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { controllerOf } from '../../cluster/cluster-objects.ts';
import { startPlaygroundCluster } from '../../cluster/playground-cluster.ts';
import { PODS, REPLICA_SETS } from '../../cluster/resources.ts';

const LABELS = { app: 'web' };
const SPEC = { containers: [{ name: 'web', image: 'web' }] };

test('a set takes an orphan that fits, and lets go of a pod that no longer does', async (t) => {
  const cluster = await startPlaygroundCluster({ name: 'claims', nodes: 0 });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  const orphan = { namespace: 'default', name: 'orphan' };
  await eventually('the account of pods', async () => {
    const made = await objects
      .create(PODS, { metadata: { ...orphan, labels: LABELS }, spec: SPEC })
      .catch(() => undefined);
    return made !== undefined;
  });
  await objects.create(REPLICA_SETS, {
    metadata: { namespace: 'default', name: 'web' },
    spec: {
      replicas: 2,
      selector: { matchLabels: LABELS },
      template: { metadata: { labels: LABELS }, spec: SPEC },
    },
  });
  const set = () => objects.get(REPLICA_SETS, { namespace: 'default', name: 'web' });
  await eventually('two pods', () => set()?.status?.replicas === 2);
  assert.equal([...objects.list(PODS, 'default')].length, 2, 'the orphan is one of them');
  assert.equal(controllerOf(objects.get(PODS, orphan) ?? assert.fail())?.name, 'web');
  await objects.update(PODS, orphan, ({ metadata }) => void (metadata.labels = { app: 'other' }));
  await eventually('another in its place', () => [...objects.list(PODS, 'default')].length === 3);
  await eventually(
    'it is free',
    () => controllerOf(objects.get(PODS, orphan) ?? assert.fail()) === undefined,
  );
});

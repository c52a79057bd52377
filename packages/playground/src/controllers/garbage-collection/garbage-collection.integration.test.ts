import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { startPlaygroundCluster } from '../../cluster/playground-cluster.ts';
import { CONFIG_MAPS } from '../../cluster/resources.ts';

test('an owner that waits for its dependents goes after a restart too', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'playground-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const start = () => startPlaygroundCluster({ name: 'again', nodes: 0, dataDir });
  const key = (name: string) => ({ namespace: 'default', name });
  const first = await start();
  const { metadata } = await first.objects.create(CONFIG_MAPS, { metadata: key('owner') });
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata.uid ?? '' };
  await first.objects.create(CONFIG_MAPS, {
    metadata: {
      ...key('child'),
      finalizers: ['example.test/hold'],
      ownerReferences: [{ ...reference, blockOwnerDeletion: true }],
    },
  });
  await first.objects.delete(CONFIG_MAPS, key('owner'), { propagationPolicy: 'Foreground' });
  await first.stop();
  const second = await start();
  t.after(() => second.stop());
  const find = (name: string) => second.objects.get(CONFIG_MAPS, key(name));
  await eventually('the child is asked to go', () => find('child')?.metadata.deletionTimestamp !== undefined);
  await second.objects.update(CONFIG_MAPS, key('child'), (draft) => void (draft.metadata.finalizers = []));
  await eventually('both are gone', () => find('child') === undefined && find('owner') === undefined);
});

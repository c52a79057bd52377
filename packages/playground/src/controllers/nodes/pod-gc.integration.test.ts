import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pod } from '@banyan/api/objects';
import { eventually, FakeClock } from '@banyan/testing';
import { startPlaygroundCluster } from '../../cluster/playground-cluster.ts';
import { NODES, PODS, SERVICE_ACCOUNTS } from '../../cluster/resources.ts';

const ACCOUNT = { namespace: 'default', name: 'default' };

test('pods of a node that is not there are removed after a while, and say why', async (t) => {
  const clock = new FakeClock();
  const cluster = await startPlaygroundCluster({ name: 'lost', nodes: 0, clock });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  const key = { namespace: 'default', name: 'lost' };
  const last: Readonly<Pod>[] = [];
  objects.listen(PODS, ({ object }) => void last.push(object));
  await eventually('pods can be made', () => objects.get(SERVICE_ACCOUNTS, ACCOUNT) !== undefined);
  await objects.create(PODS, {
    metadata: key,
    spec: { nodeName: 'ghost', containers: [{ name: 'c', image: 'i' }] },
  });
  await clock.advance(39_000);
  assert.notEqual(objects.get(PODS, key), undefined);
  await clock.advance(2000);
  await eventually('it is gone', () => objects.get(PODS, key) === undefined);
  const { status } = last.at(-1) ?? {};
  assert.equal(status?.phase, 'Failed');
  const reasons = status.conditions?.map(({ type, reason, message }) => [type, reason, message]);
  assert.deepEqual(
    reasons?.find(([type]) => type === 'DisruptionTarget'),
    ['DisruptionTarget', 'DeletionByPodGC', 'PodGC: node no longer exists'],
  );
});

test('pods that wait for a node that is out of service are ended for it', async (t) => {
  const clock = new FakeClock();
  const cluster = await startPlaygroundCluster({ name: 'broken', nodes: 0, clock });
  t.after(() => cluster.stop());
  const { objects } = cluster;
  const key = { namespace: 'default', name: 'stuck' };
  await eventually('pods can be made', () => objects.get(SERVICE_ACCOUNTS, ACCOUNT) !== undefined);
  await objects.create(NODES, { metadata: { name: 'broken' } });
  await objects.create(PODS, {
    metadata: key,
    spec: { nodeName: 'broken', containers: [{ name: 'c', image: 'i' }] },
  });
  await objects.delete(PODS, key);
  await clock.advance(1000);
  assert.notEqual(objects.get(PODS, key)?.metadata.deletionTimestamp, undefined);
  await objects.update(NODES, { name: 'broken' }, (draft) => {
    const taint = { key: 'node.kubernetes.io/out-of-service', effect: 'NoExecute' as const };
    draft.spec = { ...draft.spec, taints: [taint] };
  });
  await eventually('it is gone', () => objects.get(PODS, key) === undefined);
});

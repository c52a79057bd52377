import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import type { Pod } from '@banyan/api/objects';
import { memoryPersistence, ObjectStore, type LocalClient } from '@banyan/apiserver';
import { ClusterObjects } from '../cluster/cluster-objects.ts';
import { NodeTable } from './node-table.ts';

const NODE: KubeObject = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } };

function pod(nodeName?: string, phase: 'Running' | 'Succeeded' = 'Running'): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'default', name: 'pod' },
    spec: { containers: [{ name: 'main' }], ...(nodeName !== undefined && { nodeName }) },
    status: { phase },
  };
}

async function world() {
  const store = await ObjectStore.open(memoryPersistence());
  // Nothing is written through the view.
  const objects = ClusterObjects.views(store, () => ({}) as LocalClient)('kubelet');
  const table = new NodeTable(objects);
  const put = async (object: KubeObject) => {
    const { namespace, name = '' } = object.metadata;
    const key = namespace === undefined ? name : `${namespace}/${name}`;
    await store.write(`${object.kind.toLowerCase()}s`, key, () => ({ type: 'put', object }));
  };
  const remove = (table: string, key: string) => store.write(table, key, () => ({ type: 'delete' }));
  const shown = () => table.views().map(({ name, pods }) => [name, pods.length]);
  return { table, put, remove, shown };
}

test('a pod counts from when it is bound to when it is over or gone', async () => {
  const { put, remove, shown } = await world();
  await put(NODE);
  await put(pod());
  assert.deepEqual(shown(), [['a', 0]]);
  await put(pod('a'));
  await put(pod('a'));
  assert.deepEqual(shown(), [['a', 1]]);
  await put(pod('a', 'Succeeded'));
  assert.deepEqual(shown(), [['a', 0]]);
  await put(pod('a'));
  await remove('pods', 'default/pod');
  assert.deepEqual(shown(), [['a', 0]]);
});

test('a node that comes after its pods, or comes back, has them', async () => {
  const { put, remove, shown } = await world();
  await put(pod('a'));
  assert.deepEqual(shown(), []);
  await put(NODE);
  assert.deepEqual(shown(), [['a', 1]]);
  await remove('nodes', 'a');
  assert.deepEqual(shown(), []);
  await put(NODE);
  assert.deepEqual(shown(), [['a', 1]]);
});

test('a pod that is about to be bound counts until that is taken back, or it is bound', async () => {
  const { table, put, shown } = await world();
  await put(NODE);
  table.assume(pod(), 'a')();
  assert.deepEqual(shown(), [['a', 0]]);
  const release = table.assume(pod(), 'a');
  await put(pod('a'));
  release();
  assert.deepEqual(shown(), [['a', 1]]);
});

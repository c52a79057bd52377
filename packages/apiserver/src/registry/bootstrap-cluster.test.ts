import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomIds } from '../serve-api.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { memoryPersistence } from '../storage/persistence.ts';
import { bootstrapCluster } from './bootstrap-cluster.ts';
import { builtInResources, storeEnvironment } from './built-in-resources.ts';
import { ResourceCatalogue } from './resource-catalogue.ts';
import { ServerWrites } from './server-writes.ts';

const ROLES = 'clusterroles.rbac.authorization.k8s.io';

async function bootstrapped(year: number) {
  const store = await ObjectStore.open(memoryPersistence());
  const resources = new ResourceCatalogue();
  const environment = storeEnvironment(store, () => 'xxxxx');
  for (const one of builtInResources(store, environment)) resources.add(one);
  const now = () => new Date(Date.UTC(year, 0));
  const writes = new ServerWrites({ resources, ids: randomIds, now });
  await bootstrapCluster(writes);
  return { store, writes };
}

function anonymous(store: ObjectStore, table: string) {
  return Array.from(store.table(table).scan(), ({ object, json }) => {
    const { uid, resourceVersion, creationTimestamp, managedFields, ...metadata } = object.metadata;
    const times = managedFields?.map(({ time }) => time);
    return { own: { uid, resourceVersion, creationTimestamp, times }, rest: { ...object, metadata }, json };
  });
}

test('a second cluster in the same process begins with the same objects, as its own', async () => {
  const [first, second] = [await bootstrapped(2001), await bootstrapped(2002)];
  for (const table of [ROLES, 'namespaces', 'rolebindings.rbac.authorization.k8s.io']) {
    const [one, other] = [anonymous(first.store, table), anonymous(second.store, table)];
    assert.ok(one.length > 3);
    assert.deepEqual(
      one.map(({ rest }) => rest),
      other.map(({ rest }) => rest),
    );
    for (const [i, { own, json }] of other.entries()) {
      assert.notEqual(own.uid, one[i]?.own.uid);
      assert.equal(own.creationTimestamp, '2002-01-01T00:00:00Z');
      assert.ok(own.times?.every((time) => time === '2002-01-01T00:00:00Z'));
      assert.ok(json.includes(`"uid":"${own.uid}"`));
    }
  }
});

test('what is there already stays as it is', async () => {
  const { store, writes } = await bootstrapped(2001);
  const before = store.revision;
  await bootstrapCluster(writes);
  assert.equal(store.revision, before);
});

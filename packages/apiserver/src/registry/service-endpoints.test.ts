import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { ObjectStore } from '../storage/object-store.ts';
import { memoryPersistence } from '../storage/persistence.ts';
import { builtInResources, storeEnvironment } from './built-in-resources.ts';
import { ResourceCatalogue } from './resource-catalogue.ts';
import { ServerWrites } from './server-writes.ts';
import { withoutStaleEndpoints } from './service-endpoints.ts';

const service = (name: string, finalizers: string[] = []): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'default', finalizers },
  spec: { ports: [{ port: 80 }] },
});
const endpoints = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Endpoints',
  metadata: { name, namespace: 'default' },
  subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 80 }] }],
});

test('the Endpoints of a Service are gone when it is, and not before', async (t) => {
  const store = await ObjectStore.open(memoryPersistence());
  t.after(() => store.close());
  const resources = new ResourceCatalogue();
  const now = () => new Date('2026-01-01T00:00:00Z');
  const ids = { uid: () => 'uid', nameSuffix: () => 'xxxxx' };
  const writes = new ServerWrites({ resources, ids, now });
  const failures: unknown[] = [];
  for (const resource of builtInResources(store, storeEnvironment(store, ids.nameSuffix)))
    resources.add(withoutStaleEndpoints(resource, writes, (error) => failures.push(error)));
  const left = () => [...store.table('endpoints').scan()].map(({ key }) => key);

  await writes.ensure(service('a'));
  await writes.ensure(service('held', ['example.com/hold']));
  await writes.ensure(service('bare'));
  for (const name of ['a', 'held', 'other']) await writes.ensure(endpoints(name));
  await writes.remove({ apiVersion: 'v1', kind: 'Service', namespace: 'default', name: 'a' });
  assert.deepEqual(left(), ['default/held', 'default/other']);
  await writes.remove({ apiVersion: 'v1', kind: 'Service', namespace: 'default', name: 'bare' });
  const held = { apiVersion: 'v1', kind: 'Service', namespace: 'default', name: 'held' };
  await writes.remove(held);
  assert.deepEqual(left(), ['default/held', 'default/other']);
  await writes.change(held, ({ metadata }) => delete metadata.finalizers);
  assert.deepEqual(left(), ['default/other']);
  assert.deepEqual(failures, []);
});

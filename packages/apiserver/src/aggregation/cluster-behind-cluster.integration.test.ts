import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNotFound } from '@banyan/kube';
import { startApiServer } from '../api-server.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { memoryPersistence } from '../storage/persistence.ts';
import { API_SERVICES, awaitAvailability, registerBackend, startParent } from './test-parent.ts';

const JOBS = { group: 'batch', version: 'v1', resource: 'jobs' };

const JOB = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { namespace: 'default', name: 'one' },
  spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
};

test('a group of one cluster may be another cluster’s: its objects are there, and its own are back afterwards', async (t) => {
  const parent = await startParent(t);
  const { client } = parent;
  const store = await ObjectStore.open(memoryPersistence());
  const { ca, ...own } = parent.serviceCertificate('other');
  const trust = { clientCa: ca, frontProxyCa: parent.frontProxyCa };
  const other = await startApiServer({ store, host: '127.0.0.1', port: 0, ...trust, ...own });
  t.after(async () => {
    await other.stop();
    await store.close();
  });
  await client.create(JOBS, { ...JOB, metadata: { namespace: 'default', name: 'here' } });
  await client.delete(API_SERVICES, { name: 'v1.batch' });
  await registerBackend(client, { service: 'other', group: 'batch', port: other.port }, ca);
  await client.create(JOBS, JOB);
  assert.ok(store.table('jobs.batch').get('default/one'));
  assert.equal(parent.store.table('jobs.batch').get('default/one'), undefined);
  const manager = store.table('jobs.batch').get('default/one')?.object.metadata.managedFields?.[0];
  assert.ok(manager);
  await assert.rejects(client.get(JOBS, { namespace: 'default', name: 'here' }), isNotFound);
  const events = client.watch(JOBS, { namespace: 'default', signal: AbortSignal.timeout(300_000) });
  const { value } = await events.next();
  assert.equal(value?.object.metadata.name, 'one');
  await events.return(undefined);
  const spec = { service: null, caBundle: null };
  await client.patch(API_SERVICES, { name: 'v1.batch' }, { type: 'merge', body: { spec } });
  await client.get(JOBS, { namespace: 'default', name: 'here' });
  await awaitAvailability(client, 'v1.batch', 'True');
});

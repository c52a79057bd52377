import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { randomIds } from '../serve-api.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { memoryPersistence } from '../storage/persistence.ts';
import { builtInResources, storeEnvironment } from './built-in-resources.ts';
import { KubernetesService } from './kubernetes-service.ts';
import { ResourceCatalogue } from './resource-catalogue.ts';
import { ServerWrites } from './server-writes.ts';

const KEY = 'default/kubernetes';

async function world(t: TestContext) {
  const store = await ObjectStore.open(memoryPersistence());
  const resources = new ResourceCatalogue();
  for (const one of builtInResources(
    store,
    storeEnvironment(store, () => 'xxxxx'),
  ))
    resources.add(one);
  const writes = new ServerWrites({ resources, ids: randomIds, now: () => new Date(0) });
  const defects: unknown[] = [];
  const start = async (port: number, address: string | undefined) => {
    const onDefect = (error: unknown) => defects.push(error);
    const service = new KubernetesService({ store, writes, port, address, onDefect });
    t.after(() => service.stop());
    await service.start();
    return service;
  };
  const find = (table: string) => store.table(table).get(KEY)?.object;
  return { store, writes, start, find, defects };
}

test('what runs in the cluster finds the server by a Service with the first address, and its endpoints', async (t) => {
  const { start, find, defects } = await world(t);
  await start(6443, '192.0.2.7');
  const spec = find('services')?.['spec'] as { clusterIP: string; ports: object[] };
  assert.equal(spec.clusterIP, '10.96.0.1');
  assert.deepEqual(spec.ports, [{ name: 'https', protocol: 'TCP', port: 443, targetPort: 6443 }]);
  const port = { name: 'https', protocol: 'TCP', port: 6443 };
  assert.deepEqual(find('endpoints')?.['subsets'], [{ addresses: [{ ip: '192.0.2.7' }], ports: [port] }]);
  const slice = find('endpointslices.discovery.k8s.io');
  assert.equal(slice?.metadata.labels?.['kubernetes.io/service-name'], 'kubernetes');
  assert.deepEqual(slice?.['endpoints'], [{ addresses: ['192.0.2.7'], conditions: { ready: true } }]);
  assert.deepEqual(defects, []);
});

test('a server that others cannot reach has no endpoints', async (t) => {
  for (const address of ['127.0.0.1', '0.0.0.0', '::1', '::', '169.254.1.1', 'localhost', undefined]) {
    const { start, find, defects } = await world(t);
    await start(6443, address);
    assert.ok(find('services'));
    assert.equal(find('endpoints'), undefined, address);
    assert.equal(find('endpointslices.discovery.k8s.io'), undefined, address);
    assert.deepEqual(defects, []);
  }
});

test('after a restart on another port all of it says so, and what users added stays', async (t) => {
  const { start, find, writes } = await world(t);
  await (await start(6443, '192.0.2.7')).stop();
  const kind = { apiVersion: 'v1', kind: 'Service', namespace: 'default', name: 'kubernetes' };
  await writes.change(kind, ({ metadata }) => Object.assign(metadata, { annotations: { a: 'b' } }));
  await start(7443, '192.0.2.7');
  const service = find('services');
  assert.deepEqual(service?.metadata.annotations, { a: 'b' });
  assert.match(JSON.stringify(service), /"targetPort":7443/);
  assert.match(JSON.stringify(find('endpoints')), /"port":7443/);
});

test('a Service that is deleted is made again', async (t) => {
  const { start, find, writes, store } = await world(t);
  await start(6443, undefined);
  const { uid } = find('services')?.metadata ?? {};
  const back = Promise.withResolvers<void>();
  store.table('services').listen(({ type }) => type === 'ADDED' && back.resolve());
  await writes.remove({ apiVersion: 'v1', kind: 'Service', namespace: 'default', name: 'kubernetes' });
  const alive = setInterval(() => {}, 1000);
  await back.promise;
  clearInterval(alive);
  assert.notEqual(find('services')?.metadata.uid, uid);
});

test('a cluster in which someone has the address already is served all the same', async (t) => {
  const { start, find, writes, defects } = await world(t);
  const metadata = { namespace: 'other', name: 'taker' };
  const spec = { ports: [{ port: 1 }], clusterIP: '10.96.0.1' };
  await writes.ensure({ apiVersion: 'v1', kind: 'Service', metadata, spec });
  await start(6443, undefined);
  assert.equal(find('services'), undefined);
  assert.equal(defects.length, 1);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { storeEnvironment } from '../../registry/built-in-resources.ts';
import { ObjectStore } from '../../storage/object-store.ts';
import { memoryPersistence } from '../../storage/persistence.ts';
import { ServiceAllocations } from './service-allocations.ts';
import type { Service } from './service-spec.ts';

function service(name: string, clusterIP: string, nodePort: number): Service {
  const metadata = { name, namespace: 'default', uid: name };
  const spec = { type: 'NodePort', clusterIP, clusterIPs: [clusterIP], ports: [{ port: 80, nodePort }] };
  return { apiVersion: 'v1', kind: 'Service', metadata, spec };
}

/** A cluster, what Services hold in it, and how often all of them were looked at. */
async function cluster() {
  const store = await ObjectStore.open(memoryPersistence());
  const environment = storeEnvironment(store, () => 'xxxxx');
  let listed = 0;
  const allocations = new ServiceAllocations({
    ...environment,
    list: (of) => {
      listed += 1;
      return environment.list(of);
    },
  });
  return {
    store,
    allocations,
    put: (object: Service) =>
      store.write('services', `default/${object.metadata.name}`, () => ({ type: 'put', object })),
    remove: (name: string) => store.write('services', `default/${name}`, () => ({ type: 'delete' })),
    taken: (...texts: string[]) => texts.map((text) => allocations.taken().has(text)),
    listed: () => listed,
  };
}

describe('what Services hold', () => {
  it('is followed through creates, changes and deletions, without a look at all of them', async () => {
    const { put, remove, taken, listed } = await cluster();
    await put(service('one', '10.96.0.9', 30_001));
    assert.deepEqual(taken('10.96.0.9', '30001', '30002'), [true, true, false]);
    await put(service('one', '10.96.0.9', 30_002));
    assert.deepEqual(taken('10.96.0.9', '30001', '30002'), [true, false, true]);
    await remove('one');
    assert.deepEqual(taken('10.96.0.9', '30002'), [false, false]);
    assert.equal(listed(), 1);
  });

  it('is looked at anew when what happened is forgotten', async () => {
    const { store, put, remove, taken, listed } = await cluster();
    await put(service('one', '10.96.0.9', 30_001));
    assert.deepEqual(taken('30001'), [true]);
    await remove('one');
    await put(service('two', '10.96.0.10', 30_002));
    store.compact();
    assert.deepEqual(taken('30001', '30002'), [false, true]);
    assert.equal(listed(), 2);
  });

  it('is reserved while a write is under way, for each draft by itself', async () => {
    const { allocations, taken } = await cluster();
    const [first, second] = [service('one', '10.96.0.9', 30_001), service('one', '10.96.0.9', 30_002)];
    allocations.reserve(first);
    allocations.reserve(second);
    allocations.release(first);
    assert.deepEqual(taken('10.96.0.9', '30001', '30002'), [true, false, true]);
    allocations.release(second);
    allocations.release(second);
    assert.deepEqual(taken('10.96.0.9', '30002'), [false, false]);
  });

  it('is not changed by what a write only tries', async () => {
    const { allocations, taken } = await cluster();
    const tried = allocations.taken();
    tried.add('30001');
    assert.equal(tried.has('30001'), true);
    assert.deepEqual(taken('30001'), [false]);
  });
});

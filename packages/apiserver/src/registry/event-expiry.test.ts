import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ObjectStore } from '../storage/object-store.ts';
import { memoryPersistence } from '../storage/persistence.ts';
import { EventExpiry } from './event-expiry.ts';
import { StoreStorage } from './store-storage.ts';

const TTL_MS = 1000;

async function world(t: TestContext) {
  const store = await ObjectStore.open(memoryPersistence());
  const storage = new StoreStorage(store, 'events');
  const table = store.table('events');
  let nowMs = 0;
  const defects: unknown[] = [];
  const put = (name: string, note = '') =>
    storage.write({ namespace: 'n', name }, () => ({
      type: 'put',
      object: { apiVersion: 'v1', kind: 'Event', metadata: { name, namespace: 'n' }, message: note },
    }));
  const expiry = new EventExpiry({
    table,
    storage,
    ttlMs: TTL_MS,
    now: () => new Date(nowMs),
    onDefect: (error) => defects.push(error),
  });
  t.after(() => expiry.stop());
  const names = () => Array.from(table.scan(), ({ object }) => object.metadata.name);
  const pass = (ms: number) => {
    nowMs += ms;
    return expiry.expire();
  };
  return { store, expiry, put, names, pass, defects };
}

test('an event goes when its time is over, and not before', async (t) => {
  const { expiry, put, names, pass, defects } = await world(t);
  expiry.start();
  await put('a');
  await pass(TTL_MS - 1);
  await put('b');
  assert.deepEqual(names(), ['a', 'b']);
  await pass(1);
  assert.deepEqual(names(), ['b']);
  assert.deepEqual(defects, []);
});

test('an event that is written again stays as long again', async (t) => {
  const { expiry, put, names, pass } = await world(t);
  expiry.start();
  await put('a');
  await put('b');
  await pass(TTL_MS / 2);
  await put('a', 'again');
  await pass(TTL_MS / 2);
  assert.deepEqual(names(), ['a']);
});

test('what was there at the start goes too, and thousands at once', async (t) => {
  const { expiry, put, names, pass } = await world(t);
  await Promise.all(Array.from({ length: 1000 }, (_, i) => put(`e${i}`)));
  expiry.start();
  await pass(TTL_MS);
  assert.deepEqual(names(), []);
});

test('once stopped nothing goes', async (t) => {
  const { expiry, put, names, pass } = await world(t);
  expiry.start();
  await put('a');
  await expiry.stop();
  await pass(TTL_MS);
  assert.deepEqual(names(), ['a']);
});

test('a disk that does not take it is told, and the server goes on', async (t) => {
  const { store, expiry, put, pass, defects } = await world(t);
  expiry.start();
  await put('a');
  await store.close();
  await pass(TTL_MS);
  assert.equal(defects.length, 1);
});

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { FakeClock } from '@banyan/testing';
import { isAborted } from '../errors/error-predicates.ts';
import { CONFIG_MAPS, ModelServer } from './model-server.ts';
import { SharedCaches } from './shared-caches.ts';

const SPEC = { resource: CONFIG_MAPS, namespace: 'web' };

let server: ModelServer;
let clock: FakeClock;
let caches: SharedCaches;

beforeEach(() => {
  server = new ModelServer();
  clock = new FakeClock();
  caches = new SharedCaches({ client: server, clock, freeze: true });
});

afterEach(async () => {
  await caches.close();
  assert.equal(server.openWatches, 0);
});

test('many readers of the same objects share one list and one watch', async () => {
  server.put('a');
  const leases = Array.from({ length: 50 }, () => caches.objects({ ...SPEC }));
  await clock.advance(0);
  assert.equal(server.listCalls.length, 1);
  assert.equal(server.openWatches, 1);
  assert.deepEqual(
    leases.map(({ cache }) => cache.size),
    Array(50).fill(1),
  );
  assert.deepEqual(
    caches.status().map(({ readers, synced }) => [readers, synced]),
    [[50, true]],
  );
});

test('the watch stops after the last reader, and the next reader starts a new one', async () => {
  const first = caches.objects(SPEC);
  const second = caches.objects(SPEC);
  await clock.advance(0);
  first.release();
  first.release();
  await clock.advance(0);
  assert.equal(server.openWatches, 1);
  second.release();
  await clock.advance(0);
  assert.equal(server.openWatches, 0);
  assert.deepEqual(caches.status(), []);
  using third = caches.objects(SPEC);
  await third.waitForSync(AbortSignal.timeout(300_000));
  assert.equal(server.listCalls.length, 2);
});

const drop = (object: KubeObject): KubeObject => ({ ...object, data: {} });
const different: readonly (readonly [string, () => unknown])[] = [
  ['mode metadata', () => caches.metadata(SPEC)],
  ['mode raw', () => caches.raw(SPEC)],
  ['another namespace', () => caches.objects({ ...SPEC, namespace: 'other' })],
  ['all namespaces', () => caches.objects({ resource: CONFIG_MAPS })],
  ['a label selector', () => caches.objects({ ...SPEC, labelSelector: 'a=b' })],
  ['a field selector', () => caches.objects({ ...SPEC, fieldSelector: 'metadata.name=a' })],
  ['another version', () => caches.objects({ ...SPEC, resource: { ...CONFIG_MAPS, version: 'v2' } })],
  ['managedFields dropped', () => caches.objects({ ...SPEC, dropManagedFields: true })],
  ['a transform', () => caches.objects({ ...SPEC, transform: drop })],
];

for (const [what, lease] of different) {
  test(`a reader that differs by ${what} has a watch of its own`, async () => {
    caches.objects(SPEC);
    lease();
    lease();
    await clock.advance(0);
    assert.equal(server.openWatches, 2);
  });
}

test('each mode gives the objects in its form', async () => {
  server.put('a', { k: 'v' });
  const objects = caches.objects({ ...SPEC, dropManagedFields: true });
  const metadata = caches.metadata(SPEC);
  const raw = caches.raw({ ...SPEC, dropManagedFields: true });
  await clock.advance(0);
  assert.deepEqual(objects.cache.get('web/a')?.['data'], { k: 'v' });
  assert.equal(objects.cache.get('web/a')?.metadata.managedFields, undefined);
  assert.deepEqual(
    server.listCalls.map((call) => call.metadataOnly),
    [false, true, undefined],
  );
  assert.notEqual(metadata.cache.get('web/a')?.metadata.managedFields, undefined);
  assert.deepEqual(raw.cache.get('web/a')?.parse(), objects.cache.get('web/a'));
});

test('a handler that is added before the sync and one that is added after hear of the same objects', async () => {
  server.put('a');
  const lease = caches.objects(SPEC);
  const early: string[] = [];
  const late: string[] = [];
  lease.addHandler({ onAdd: ({ metadata }) => early.push(metadata.name ?? '') });
  await clock.advance(0);
  caches.objects(SPEC).addHandler({ onAdd: ({ metadata }) => late.push(metadata.name ?? '') });
  server.put('b');
  await clock.advance(0);
  assert.deepEqual(
    [early, late],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
  );
});

test('after its release a reader hears nothing, and the others go on', async () => {
  const leaving = caches.objects(SPEC);
  const staying = caches.objects(SPEC);
  const heard: string[] = [];
  leaving.addHandler({ onAdd: () => heard.push('leaving') });
  const remove = leaving.addHandler({ onAdd: () => heard.push('removed') });
  staying.addHandler({ onAdd: () => heard.push('staying') });
  await clock.advance(0);
  remove();
  leaving.release();
  server.put('a');
  await clock.advance(0);
  assert.deepEqual(heard, ['staying']);
});

test('indexes are shared by name and function', async () => {
  const byName = ({ metadata }: KubeObject): string[] => [metadata.name ?? ''];
  const first = caches.objects(SPEC);
  const second = caches.objects(SPEC);
  first.addIndex('name', byName);
  second.addIndex('name', byName);
  assert.throws(() => second.addIndex('name', () => []), /another index/);
  server.put('a');
  await clock.advance(0);
  assert.equal(second.cache.byIndex('name', 'a').length, 1);
});

test('closing stops every watch, ends those who wait, and takes no new readers', async () => {
  server.listFaults.push(() => {
    throw new Error('not yet');
  });
  const lease = caches.objects(SPEC);
  const waiting = assert.rejects(lease.waitForSync(new AbortController().signal), isAborted);
  await clock.advance(0);
  assert.equal(lease.status.failures, 1);
  await caches.close();
  await waiting;
  assert.equal(lease.status.phase, 'stopped');
  assert.throws(() => caches.objects(SPEC), isAborted);
});

test('a reader that comes while the last watch is on its way out gets a new one', async () => {
  const first = caches.objects(SPEC);
  await clock.advance(0);
  first.release();
  const second = caches.objects(SPEC);
  server.put('a');
  await clock.advance(0);
  assert.equal(second.cache.size, 1);
  assert.equal(server.openWatches, 1);
});

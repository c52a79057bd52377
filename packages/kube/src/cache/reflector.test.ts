import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { FakeClock } from '@banyan/testing';
import { KubeError } from '../errors/kube-error.ts';
import { EventHistory } from './event-history.ts';
import { objectIdentity } from './item-identity.ts';
import { CONFIG_MAPS, expired, ModelServer } from './model-server.ts';
import type { ObjectCache } from './object-cache.ts';
import type { Reflector } from './reflector.ts';
import { watchedObjects } from './watched-cache.ts';

/** Without jitter: delays are the upper bound's half, 250 ms, 500 ms, … up to 15 s. */
const withoutJitter = (): number => 0;

let server: ModelServer;
let clock: FakeClock;
let cache: ObjectCache<KubeObject>;
let reflector: Reflector<KubeObject>;
let history: EventHistory<KubeObject>;
let errors: Error[];
let userErrors: unknown[];
let stop: AbortController;
let running: Promise<void>;

beforeEach(() => {
  server = new ModelServer();
  clock = new FakeClock();
  errors = [];
  userErrors = [];
  stop = new AbortController();
  const spec = { resource: CONFIG_MAPS, namespace: 'web' };
  ({ cache, reflector } = watchedObjects(server, spec, {
    clock,
    random: withoutJitter,
    pageSize: 2,
    freeze: true,
    onError: (error) => errors.push(error),
    onUserError: (error) => userErrors.push(error),
  }));
  history = new EventHistory(objectIdentity);
  cache.addHandler(history);
});

afterEach(async () => {
  stop.abort();
  await running;
  assert.equal(reflector.status.phase, 'stopped');
  assert.equal(server.openWatches, 0);
  assert.deepEqual(userErrors, [], 'the event history is legal');
});

async function start(): Promise<void> {
  running = reflector.run(stop.signal);
  await clock.advance(0);
}

/** Lets everything happen that needs no time. */
async function settle(): Promise<void> {
  await clock.advance(0);
}

function assertEqualToServer(): void {
  const cached = cache.list().map((object) => [objectIdentity.key(object), object.metadata.resourceVersion]);
  assert.deepEqual(Object.fromEntries(cached), server.state());
  assert.deepEqual(history.state(), server.state());
}

function failWith(code: ConstructorParameters<typeof KubeError>[0], retryAfterMs?: number): () => never {
  return () => {
    throw new KubeError(code, `planted: ${code}`, retryAfterMs === undefined ? {} : { retryAfterMs });
  };
}

test('a list comes in pages, then the watch goes on from the version of the list', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) server.put(name);
  const listVersion = server.version;
  await start();
  assertEqualToServer();
  assert.deepEqual(
    server.listCalls.map(({ limit, continue: token }) => [limit, token !== undefined]),
    [
      [2, false],
      [2, true],
      [2, true],
    ],
  );
  assert.equal(server.watchCalls[0]?.resourceVersion, listVersion);
  assert.equal(server.watchCalls[0]?.allowBookmarks, true);
  assert.equal(reflector.status.lastSyncedResourceVersion, listVersion);
  assert.equal(reflector.status.synced, true);
});

test('items of a list are given the kind and apiVersion that only the list says', async () => {
  server.put('a');
  await start();
  assert.equal(cache.get('web/a')?.kind, 'ConfigMap');
  assert.equal(cache.get('web/a')?.apiVersion, 'v1');
});

test('events become add, update and delete, the last with the final state', async () => {
  await start();
  server.put('a', { x: '1' });
  server.put('a', { x: '2' });
  server.delete('a');
  server.put('a', { x: '3' });
  await settle();
  assert.deepEqual(history.events, [
    'add web/a 101',
    'update web/a 102',
    'delete web/a 103',
    'add web/a 104',
  ]);
  assertEqualToServer();
});

test('a watch asks the server to end it after 300 to 600 seconds', async () => {
  await start();
  assert.equal(server.watchCalls[0]?.timeoutSeconds, 300);
});

test('a watch that the server ends in order is resumed at once without a list', async () => {
  await start();
  server.put('a');
  await settle();
  server.cut('close');
  server.put('b');
  await settle();
  assert.equal(server.watchCalls.length, 2);
  assert.equal(server.listCalls.length, 1);
  assert.deepEqual(errors, []);
  assertEqualToServer();
});

test('a watch that breaks is resumed after a wait, from the last event, without a list', async () => {
  await start();
  server.put('a');
  await settle();
  server.cut();
  server.put('b');
  server.delete('a');
  await settle();
  assert.equal(reflector.status.phase, 'waiting');
  assert.equal(server.watchCalls.length, 1);
  await clock.advance(250);
  assert.equal(server.watchCalls[1]?.resourceVersion, '101');
  assert.equal(server.listCalls.length, 1);
  assertEqualToServer();
});

test('a bookmark moves the version that the next watch starts from', async () => {
  await start();
  server.compact();
  server.bookmark();
  await settle();
  assert.equal(server.version, '101');
  assert.equal(reflector.status.lastSyncedResourceVersion, '101');
  server.cut();
  await clock.advance(250);
  assert.equal(server.watchCalls[1]?.resourceVersion, server.version);
  assert.equal(server.listCalls.length, 1);
});

test('a watch that brings a bookmark of nothing new and ends is not asked for again at once', async () => {
  await start();
  server.bookmark();
  await settle();
  server.cut('close');
  await settle();
  assert.equal(reflector.status.phase, 'waiting');
  assert.match(String(reflector.status.lastError), /closed as soon as it began/);
});

test('a watch that ends as soon as it began, again and again, is retried ever more slowly', async () => {
  await start();
  const atMs: number[] = [];
  for (let i = 0; i < 5; i++) {
    server.cut('close');
    await settle();
    const before = clock.elapsed();
    while (reflector.status.phase === 'waiting') await clock.advance(50);
    atMs.push(clock.elapsed() - before);
  }
  assert.deepEqual(atMs, [250, 500, 1000, 2000, 4000]);
  assert.match(String(reflector.status.lastError), /closed as soon as it began/);
});

test('a version that is too old at the start of a watch makes a list at once', async () => {
  server.put('a');
  server.put('gone');
  await start();
  server.put('c');
  await settle();
  server.watchFaults.push(() => {
    throw expired();
  });
  server.cut('close');
  server.delete('gone');
  server.put('b');
  await settle();
  assert.equal(server.listCalls.filter((call) => call.continue === undefined).length, 2);
  assertEqualToServer();
});

test('an ERROR event of a watch that says 410 makes a list, and what is gone is told with its last known state', async () => {
  server.put('a');
  server.put('gone');
  await start();
  const deletions: [string | undefined, boolean][] = [];
  cache.addHandler({
    onDelete: (object, { finalStateUnknown }) =>
      deletions.push([object.metadata.resourceVersion, finalStateUnknown]),
  });
  server.cut(expired());
  server.delete('gone');
  await settle();
  assertEqualToServer();
  assert.deepEqual(deletions, [['102', true]]);
  assert.deepEqual(history.events, ['add web/a 101', 'add web/gone 102', 'delete web/gone 102']);
});

test('an object that was replaced while nobody watched is a delete and an add, not an update', async () => {
  server.put('a');
  await start();
  server.cut(expired());
  server.delete('a');
  server.put('a');
  await settle();
  assert.deepEqual(history.events, ['add web/a 101', 'delete web/a 101', 'add web/a 103']);
  assertEqualToServer();
});

test('what did not change makes no event when the list comes again', async () => {
  server.put('a');
  await start();
  server.cut(expired());
  await settle();
  assert.equal(reflector.status.lists, 2);
  assert.deepEqual(history.events, ['add web/a 101']);
});

test('an expired token in the middle of paging lists everything again in one answer', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) server.put(name);
  server.listFaults.push(undefined, () => {
    server.delete('a');
    server.put('b', { x: 'new' });
    server.compact();
    throw expired();
  });
  await start();
  assert.deepEqual(
    server.listCalls.map(({ limit, continue: token }) => [limit, token !== undefined]),
    [
      [2, false],
      [2, true],
      [undefined, false],
    ],
  );
  assert.equal(reflector.status.synced, true);
  assertEqualToServer();
});

test('a page that fails is asked for again, and the pages before it are not', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) server.put(name);
  server.listFaults.push(undefined, failWith('InternalError'), failWith('Unreachable'));
  await start();
  await clock.advance(10_000);
  assert.deepEqual(
    server.listCalls.map(({ continue: token }) => token !== undefined),
    [false, true, true, true, true],
  );
  assertEqualToServer();
});

const LASTING_FAILURES = [
  'Unreachable',
  'InternalError',
  'Forbidden',
  'NotFound',
  'Unauthorized',
  'BadResponse',
] as const;

for (const code of LASTING_FAILURES) {
  test(`a list that fails with ${code} is retried with growing waits, is visible, and recovers`, async () => {
    server.put('a');
    for (let i = 0; i < 8; i++) server.listFaults.push(failWith(code));
    await start();
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      assert.equal(reflector.status.failures, i + 1);
      waits.push((clock.nextTimerMs ?? 0) - clock.elapsed());
      await clock.advance((clock.nextTimerMs ?? 0) - clock.elapsed());
    }
    assert.deepEqual(waits, [250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    assert.equal(errors.length, 8);
    assert.match(String(reflector.status.lastError), new RegExp(code));
    assert.equal(reflector.status.synced, true);
    assert.equal(reflector.status.failures, 0);
    assertEqualToServer();
  });

  test(`a watch that fails with ${code} is retried, keeps what it has, and recovers`, async () => {
    server.put('a');
    await start();
    for (let i = 0; i < 3; i++) server.watchFaults.push(failWith(code));
    server.cut('close');
    await clock.advance(200);
    assert.equal(cache.size, 1);
    assert.equal(reflector.status.synced, true);
    server.put('b');
    await clock.advance(60_000);
    assertEqualToServer();
    assert.equal(reflector.status.failures, 0);
  });
}

test('a resource that was not found is listed again when it is back, since it may be another', async () => {
  server.put('a');
  await start();
  server.watchFaults.push(failWith('NotFound'));
  server.cut();
  await clock.advance(60_000);
  assert.equal(reflector.status.lists, 2);
});

test('a wait is never shorter than the server asks for', async () => {
  server.listFaults.push(failWith('TooManyRequests', 7_000));
  await start();
  assert.equal(clock.nextTimerMs, 7_000);
});

test('waits are spread by jitter over their upper half', () => {
  const delays = [0, 0.5, 0.999].map((random) => {
    const jittered = new ModelServer();
    const jitterClock = new FakeClock();
    jittered.listFaults.push(failWith('InternalError'));
    const { reflector: other } = watchedObjects(
      jittered,
      { resource: CONFIG_MAPS },
      { clock: jitterClock, random: () => random },
    );
    const stopOther = new AbortController();
    const done = other.run(stopOther.signal);
    return { jitterClock, stopOther, done };
  });
  running = Promise.resolve();
  return Promise.all(
    delays.map(async ({ jitterClock, stopOther, done }, i) => {
      await jitterClock.advance(0);
      assert.equal(Math.round(jitterClock.nextTimerMs ?? 0), [250, 375, 500][i]);
      stopOther.abort();
      await done;
    }),
  ).then(async () => {
    await start();
  });
});

test('after a success the waits begin small again', async () => {
  await start();
  for (let round = 0; round < 3; round++) {
    server.put(`a${round}`);
    await settle();
    server.cut();
    await settle();
    assert.equal((clock.nextTimerMs ?? 0) - clock.elapsed(), 250);
    await clock.advance(250);
  }
  assertEqualToServer();
});

test('a watch that is silent for two and a half minutes is given up and resumed', async () => {
  await start();
  server.put('a');
  await clock.advance(149_000);
  assert.equal(server.watchCalls.length, 1);
  await clock.advance(2_000);
  assert.equal(server.watchCalls.length, 2);
  assert.equal(server.watchCalls[1]?.resourceVersion, '101');
  assert.equal(server.openWatches, 1);
  assert.match(String(reflector.status.lastError), /silent/);
  assert.equal(reflector.status.lists, 1);
});

test('a watch that hears bookmarks is never given up', async () => {
  await start();
  for (let minute = 0; minute < 20; minute++) {
    await clock.advance(60_000);
    server.bookmark();
  }
  assert.equal(server.watchCalls.length, 1);
  assert.deepEqual(errors, []);
});

test('a server that sent bookmarks and is silent on two watches is listed again', async () => {
  await start();
  server.bookmark();
  await clock.advance(320_000);
  assert.equal(reflector.status.lists, 2);
});

test('a server that never sends bookmarks is not listed again for being silent', async () => {
  await start();
  await clock.advance(1_200_000);
  assert.equal(reflector.status.lists, 1);
  assert.ok(server.watchCalls.length > 3);
});

test('a wall clock that jumps changes nothing', async () => {
  await start();
  clock.jump(86_400_000);
  server.put('a');
  await settle();
  clock.jump(-2 * 86_400_000);
  server.put('b');
  await settle();
  assert.deepEqual(errors, []);
  assertEqualToServer();
});

test('a handler that throws harms neither the cache nor the other handlers', async () => {
  cache.addHandler({
    onAdd: () => {
      throw new Error('careless');
    },
  });
  const later: string[] = [];
  cache.addHandler({ onAdd: ({ metadata }) => later.push(metadata.name ?? '') });
  await start();
  server.put('a');
  server.put('b');
  await settle();
  assertEqualToServer();
  assert.deepEqual(later, ['a', 'b']);
  assert.deepEqual(userErrors.splice(0).map(String), ['Error: careless', 'Error: careless']);
});

test('a handler that is an async function and rejects is told to the hook, not to the process', async () => {
  cache.addHandler({
    onAdd: (async () => {
      await Promise.resolve();
      throw new Error('late');
    }) as () => void,
  });
  await start();
  server.put('a');
  await settle();
  assert.deepEqual(userErrors.splice(0).map(String), ['Error: late']);
});

test('an error hook that throws does not end the reflector', async () => {
  running = Promise.resolve();
  server.listFaults.push(failWith('InternalError'));
  const own = watchedObjects(
    server,
    { resource: CONFIG_MAPS },
    {
      clock,
      onError: () => {
        throw new Error('hook');
      },
    },
  );
  const done = own.reflector.run(stop.signal);
  await clock.advance(1_000);
  assert.equal(own.reflector.status.synced, true);
  await start();
  stop.abort();
  await done;
});

test('waitForSync resolves after the first list, and rejects with the reason of its signal', async () => {
  server.listFaults.push(failWith('InternalError'));
  await start();
  const reason = new Error('enough');
  await assert.rejects(reflector.waitForSync(AbortSignal.abort(reason)), reason);
  const impatient = new AbortController();
  const waiting = reflector.waitForSync(impatient.signal);
  impatient.abort(reason);
  await assert.rejects(waiting, reason);
  const patient = reflector.waitForSync(stop.signal);
  await clock.advance(1_000);
  await patient;
});

test('a list that is older than what was seen is refused three times, then taken for a restored backup', async () => {
  server.put('a');
  await start();
  const restored = new ModelServer();
  restored.put('old');
  server.put('b');
  await settle();
  assert.equal(reflector.status.lastSyncedResourceVersion, '102');
  server.list = (resource, options) => restored.list(resource, options);
  server.watch = (resource, options) => restored.watch(resource, options);
  server.cut(expired());
  await settle();
  assert.equal(cache.get('web/b')?.metadata.resourceVersion, '102');
  assert.match(String(reflector.status.lastError), /went back from version 102 to 101/);
  await clock.advance(250 + 500);
  assert.equal(cache.size, 2);
  history = new EventHistory(objectIdentity);
  await clock.advance(1_000);
  assert.deepEqual([...cache.keys()], ['web/old']);
  userErrors.length = 0;
});

test('an event older than what is cached is not delivered, and makes a list', async () => {
  server.put('a');
  server.put('a');
  await start();
  server.watchFaults.push(undefined);
  const stale = {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name: 'a', namespace: 'web', uid: 'uid-1', resourceVersion: '101' },
  };
  const watch = server.watch.bind(server);
  let once = true;
  server.watch = async function* (resource, options) {
    const first = once;
    once = false;
    if (first) yield { type: 'MODIFIED', object: stale };
    yield* watch(resource, options);
  };
  server.cut('close');
  await clock.advance(5_000);
  assert.equal(reflector.status.lists, 2);
  assertEqualToServer();
});

test('cached objects are frozen when asked for', async () => {
  server.put('a', { x: '1' });
  await start();
  const cached = cache.get('web/a');
  assert.ok(cached !== undefined);
  assert.throws(() => {
    cached.metadata.name = 'b';
  }, TypeError);
});

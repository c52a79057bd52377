import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { FakeClock } from '@banyan/testing';
import fc from 'fast-check';
import { KubeError } from '../errors/kube-error.ts';
import { EventHistory } from './event-history.ts';
import { objectIdentity, rawIdentity, type ItemIdentity } from './item-identity.ts';
import { CONFIG_MAPS, expired, ModelServer } from './model-server.ts';
import type { RawObject } from './raw-object.ts';
import { watchedObjects, watchedRaw, type WatchedCache, type WatchedCacheOptions } from './watched-cache.ts';

type Step =
  | { readonly do: 'put' | 'delete'; readonly name: string }
  | { readonly do: 'compact' | 'bookmark' | 'close' | 'cut' | 'error-event' }
  | {
      readonly do: 'fail-list' | 'fail-watch';
      readonly code: 'Unreachable' | 'InternalError' | 'NotFound' | 'Expired';
    }
  | { readonly do: 'wait'; readonly ms: number };

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const code = fc.constantFrom(
  'Unreachable' as const,
  'InternalError' as const,
  'NotFound' as const,
  'Expired' as const,
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('put' as const), name }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('delete' as const), name }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'compact' as const,
        'bookmark' as const,
        'close' as const,
        'cut' as const,
        'error-event' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('fail-list' as const, 'fail-watch' as const), code }),
  },
  // From "in the middle of what it does" up to more than the idle time-out.
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(0, 0, 300, 5_000, 200_000),
    }),
  },
);

function fault(errorCode: 'Unreachable' | 'InternalError' | 'NotFound' | 'Expired'): () => never {
  return () => {
    throw errorCode === 'Expired' ? expired() : new KubeError(errorCode, 'planted');
  };
}

async function take(action: Step, server: ModelServer, clock: FakeClock): Promise<void> {
  switch (action.do) {
    case 'put':
      return server.put(action.name);
    case 'delete':
      return server.delete(action.name);
    case 'compact':
      return server.compact();
    case 'bookmark':
      return server.bookmark();
    case 'close':
      return server.cut('close');
    case 'cut':
      return server.cut();
    case 'error-event':
      return server.cut(expired());
    case 'fail-list':
      server.listFaults.push(fault(action.code));
      return;
    case 'fail-watch':
      server.watchFaults.push(fault(action.code));
      return;
    case 'wait':
      await clock.advance(action.ms);
  }
}

interface Mode<T> {
  readonly identity: ItemIdentity<T>;
  readonly make: (server: ModelServer, options: WatchedCacheOptions) => WatchedCache<T>;
}

async function runHistory<T>(
  steps: readonly Step[],
  seed: number,
  { identity, make }: Mode<T>,
): Promise<void> {
  const server = new ModelServer();
  const clock = new FakeClock();
  const userErrors: unknown[] = [];
  const stop = new AbortController();
  const watched = make(server, {
    clock,
    random: () => ((seed * 2_654_435_761) % 1_000) / 1_000,
    pageSize: 2,
    onUserError: (error) => userErrors.push(error),
  });
  const history = new EventHistory(identity);
  watched.cache.addHandler(history);
  watched.cache.addIndex('first letter', (item) => [identity.key(item)[4] ?? '']);
  const running = watched.reflector.run(stop.signal);
  for (const action of steps) await take(action, server, clock);
  await clock.advance(600_000);

  const cached = watched.cache.list().map((item) => [identity.key(item), identity.resourceVersion(item)]);
  assert.deepEqual(Object.fromEntries(cached), server.state());
  assert.deepEqual(history.state(), server.state());
  assert.deepEqual(userErrors, []);
  for (const letter of ['a', 'b', 'c', 'd', 'e']) {
    const indexed = watched.cache.byIndex('first letter', letter).map((item) => identity.key(item));
    assert.deepEqual(indexed, `web/${letter}` in server.state() ? [`web/${letter}`] : []);
  }
  stop.abort();
  await running;
}

const scope = { resource: CONFIG_MAPS, namespace: 'web' };
const objectMode: Mode<KubeObject> = {
  identity: objectIdentity,
  make: (server, options) => watchedObjects(server, scope, options),
};
const rawMode: Mode<RawObject> = {
  identity: rawIdentity,
  make: (server, options) => watchedRaw(server, { ...scope, dropManagedFields: true }, options),
};

test('whatever happens to server and connection, the cache of objects converges through a legal history', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.nat(1_000), (steps, seed) =>
      runHistory(steps, seed, objectMode),
    ),
    { numRuns: 200 },
  ));

test('whatever happens to server and connection, the cache of raw bytes converges through a legal history', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.nat(1_000), (steps, seed) =>
      runHistory(steps, seed, rawMode),
    ),
    { numRuns: 200 },
  ));

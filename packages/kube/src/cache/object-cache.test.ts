import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { objectIdentity } from './item-identity.ts';
import { ObjectCache, type ObjectCacheOptions } from './object-cache.ts';

function object(name: string, version: number, labels: Record<string, string> = {}): KubeObject {
  const metadata = { name, namespace: 'web', uid: `uid-${name}`, resourceVersion: String(version), labels };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata };
}

function newCache(options: Partial<ObjectCacheOptions<KubeObject>> = {}): ObjectCache<KubeObject> {
  const onUserError = (error: unknown): never => {
    throw error;
  };
  return new ObjectCache({ identity: objectIdentity, onUserError, ...options });
}

const byApp = ({ metadata }: KubeObject): string[] =>
  [metadata.labels?.['app']].filter((app) => app !== undefined);

function names(objects: readonly KubeObject[]): string[] {
  return objects.map(({ metadata }) => metadata.name ?? '').toSorted();
}

test('an index follows adds, updates and deletes, and forgets keys under which nothing stands', () => {
  const cache = newCache();
  cache.addIndex('app', byApp);
  cache.changed(object('a', 1, { app: 'x' }));
  cache.changed(object('b', 2, { app: 'x' }));
  assert.deepEqual(names(cache.byIndex('app', 'x')), ['a', 'b']);
  cache.changed(object('a', 3, { app: 'y' }));
  assert.deepEqual(names(cache.byIndex('app', 'x')), ['b']);
  assert.equal(cache.byIndex('app', 'y')[0]?.metadata.resourceVersion, '3');
  cache.deleted(object('b', 4));
  assert.deepEqual(cache.indexKeys('app'), ['y']);
});

test('an index that is added late holds what was there before', () => {
  const cache = newCache();
  cache.changed(object('a', 1, { app: 'x' }));
  cache.addIndex('app', byApp);
  assert.deepEqual(names(cache.byIndex('app', 'x')), ['a']);
});

test('an index can be asked for twice by the same function, and not by another; an unknown one throws', () => {
  const cache = newCache();
  cache.addIndex('app', byApp);
  cache.addIndex('app', byApp);
  assert.throws(() => cache.addIndex('app', () => []), /another index named "app"/);
  assert.throws(() => cache.byIndex('none', 'x'), /no index named "none"/);
});

test('an indexer or a transform that throws loses no object', () => {
  const errors: unknown[] = [];
  const cache = newCache({
    onUserError: (error) => errors.push(error),
    transform: () => {
      throw new Error('transform');
    },
  });
  cache.addIndex('broken', () => {
    throw new Error('indexer');
  });
  cache.changed(object('a', 1));
  assert.equal(cache.get('web/a')?.metadata.resourceVersion, '1');
  assert.deepEqual(errors.map(String), ['Error: transform', 'Error: indexer']);
});

test('a late handler hears of everything that is there as adds, then of what changes', () => {
  const cache = newCache();
  cache.changed(object('a', 1));
  cache.changed(object('b', 2));
  const heard: string[] = [];
  const remove = cache.addHandler({
    onAdd: ({ metadata }) => heard.push(`add ${metadata.name}`),
    onUpdate: ({ metadata }, previous) =>
      heard.push(`update ${metadata.name} from ${previous.metadata.resourceVersion}`),
    onDelete: ({ metadata }, { finalStateUnknown }) =>
      heard.push(`delete ${metadata.name} ${finalStateUnknown}`),
  });
  cache.changed(object('a', 3));
  cache.deleted(object('b', 4));
  remove();
  cache.changed(object('c', 5));
  assert.deepEqual(heard, ['add a', 'add b', 'update a from 1', 'delete b false']);
});

test('a handler that is added by another handler hears of each object once', () => {
  const cache = newCache();
  const heard: string[] = [];
  let first = true;
  cache.addHandler({
    onAdd: () => {
      if (first) cache.addHandler({ onAdd: ({ metadata }) => heard.push(metadata.name ?? '') });
      first = false;
    },
  });
  cache.changed(object('a', 1));
  cache.changed(object('b', 2));
  assert.deepEqual(heard, ['a', 'b']);
});

test('handlers find the cache in its new state', () => {
  const cache = newCache();
  const seen: (string | undefined)[] = [];
  const look = ({ metadata }: KubeObject): void => {
    seen.push(cache.get(`web/${metadata.name}`)?.metadata.resourceVersion);
  };
  cache.addHandler({ onAdd: look, onUpdate: look, onDelete: look });
  cache.changed(object('a', 1));
  cache.changed(object('a', 2));
  cache.deleted(object('a', 3));
  assert.deepEqual(seen, ['1', '2', undefined]);
});

test('the same version twice, and a delete of what is not there, make no event', () => {
  const cache = newCache();
  cache.changed(object('a', 1));
  const heard: string[] = [];
  cache.addHandler({ onUpdate: () => heard.push('update'), onDelete: () => heard.push('delete') });
  assert.equal(cache.changed(object('a', 1)), true);
  assert.equal(cache.deleted(object('b', 2)), true);
  assert.deepEqual(heard, []);
});

test('what is older than the cached state is not taken', () => {
  const cache = newCache();
  cache.changed(object('a', 10));
  assert.equal(cache.changed(object('a', 9)), false);
  assert.equal(cache.deleted(object('a', 9)), false);
  assert.equal(cache.get('web/a')?.metadata.resourceVersion, '10');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreStorage } from '../../registry/store-storage.ts';
import { ObjectStore } from '../../storage/object-store.ts';
import { memoryPersistence } from '../../storage/persistence.ts';
import type { Definition, DefinitionConversion, DefinitionVersion } from '../definitions/definition.ts';
import { testDefinition, testVersion } from '../test-definitions.ts';
import { customResources } from './custom-resource.ts';

async function resourcesOf(
  versions: readonly DefinitionVersion[],
  conversion: DefinitionConversion = { strategy: 'None' },
) {
  const definition = testDefinition({ versions, conversion }) as Definition;
  const acceptedNames = { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' };
  definition.status = { conditions: [], acceptedNames, storedVersions: ['v1'] };
  const store = await ObjectStore.open(memoryPersistence());
  const kept = new StoreStorage(store, 'things.example.test');
  const { signal: retired } = new AbortController();
  return { definition, ...customResources(definition, { kept, retired, current: () => definition }) };
}

test('versions that are served have a resource each; objects are kept in one that need not be', async () => {
  const { served, stored } = await resourcesOf([
    testVersion({ served: false }),
    testVersion({ name: 'v2', storage: false }),
  ]);
  assert.deepEqual(
    served.map(({ version }) => version),
    ['v2'],
  );
  assert.equal(stored?.version, 'v1');
  assert.equal(served[0]?.custom?.storageVersionHash, undefined);
});

test('a deprecated version says so in its author’s words, or names the best one that is not', async () => {
  const old = { storage: false, deprecated: true };
  const { served } = await resourcesOf([
    testVersion(),
    testVersion({ name: 'v2beta1', storage: false }),
    testVersion({ name: 'v1beta1', ...old }),
    testVersion({ name: 'v1alpha1', ...old, deprecationWarning: 'please use v1' }),
    testVersion({ name: 'v3', ...old }),
  ]);
  const warnings = Object.fromEntries(
    served.map(({ version, deprecationWarning }) => [version, deprecationWarning]),
  );
  assert.deepEqual(warnings, {
    v1: undefined,
    v2beta1: undefined,
    v1beta1: 'example.test/v1beta1 Thing is deprecated; use example.test/v1 Thing',
    v1alpha1: 'please use v1',
    v3: 'example.test/v3 Thing is deprecated',
  });
});

test('discovery shows fewer verbs of what is on its way out, which are still taken', async () => {
  const { definition, served } = await resourcesOf([testVersion()]);
  const [resource] = served;
  const shown = () => resource?.custom?.shownVerbs ?? [];
  assert.ok(shown().includes('create'));
  definition.status.conditions = [{ type: 'Terminating', status: 'True' }];
  assert.ok(!shown().includes('create'));
  assert.ok(resource?.verbs.includes('patch'));
});

test('subresources are those that the version has', async () => {
  const scale = { specReplicasPath: '.spec.a', statusReplicasPath: '.status.a' };
  const { served } = await resourcesOf([
    testVersion(),
    testVersion({ name: 'v2', storage: false, subresources: { status: {}, scale } }),
  ]);
  assert.deepEqual(
    served.map(({ subresources }) => [...subresources.keys()]),
    [[], ['status', 'scale']],
  );
});

test('managedFields of another version are converted by its name alone', async () => {
  const { served } = await resourcesOf([testVersion(), testVersion({ name: 'v2', storage: false })]);
  const convert = served[0]?.custom?.convert;
  const object = { apiVersion: 'example.test/v1', kind: 'Thing', metadata: {}, spec: { a: 'x' } };
  const converted = convert?.(object, 'example.test/v2');
  assert.deepEqual(converted?.object, { ...object, apiVersion: 'example.test/v2' });
  assert.equal(converted.schema, served[1]?.schema);
  assert.equal(convert?.(object, 'example.test/v9'), undefined);
});

test('what a webhook would have to convert is refused in every way, and only that', async () => {
  const versions = [testVersion(), testVersion({ name: 'v2', storage: false })];
  const { served } = await resourcesOf(versions, { strategy: 'Webhook' });
  const [stored, other] = served.map(({ storage }) => storage);
  const { signal } = new AbortController();
  const key = { namespace: 'default', name: 'a' };
  const all = { namespace: undefined };
  assert.deepEqual((await stored?.list(all))?.items, []);
  const refused = [
    other?.get(key),
    other?.list(all),
    other?.write(key, () => ({ type: 'keep' })),
    other?.watch({ ...all, allowBookmarks: false }, () => true, signal),
  ];
  const message =
    'things.example.test in version v2, which takes a conversion by webhook, is not served by this API server';
  for (const answer of refused) await assert.rejects(Promise.resolve(answer), { message });
});

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { once } from 'node:events';
import { StoreStorage } from '../../registry/store-storage.ts';
import type { KeptEvent } from '../../registry/resource-storage.ts';
import { ObjectStore } from '../../storage/object-store.ts';
import { memoryPersistence } from '../../storage/persistence.ts';
import type { Definition, DefinitionVersion } from '../definitions/definition.ts';
import type { JsonSchemaProps } from '../schema/json-schema-props.ts';
import { testDefinition, testVersion, thing } from '../test-definitions.ts';
import { compiledVersions } from './compiled-version.ts';
import { VersionedStorage } from './versioned-storage.ts';

const KEY = { namespace: 'default', name: 'a' };

function schema(properties: Record<string, JsonSchemaProps>): DefinitionVersion['schema'] {
  const spec = { type: 'object', properties };
  return { openAPIV3Schema: { type: 'object', properties: { spec } } };
}

const TEXT = { type: 'string' };

async function storages(t: TestContext, versions: readonly DefinitionVersion[]) {
  const store = await ObjectStore.open(memoryPersistence());
  t.after(() => store.close());
  const definition = testDefinition({ versions }) as Definition;
  const compiled = compiledVersions(definition);
  const retire = new AbortController();
  const kept = new StoreStorage(store, 'things.example.test');
  const [stored] = [...compiled.values()].filter((one) => one.definition.storage);
  assert.ok(stored);
  const of = (name: string): VersionedStorage => {
    const served = compiled.get(`example.test/${name}`);
    assert.ok(served);
    return new VersionedStorage({ kept, versions: compiled, served, stored, retired: retire.signal });
  };
  return { kept, of, retire };
}

function put(object: KubeObject) {
  return () => ({ type: 'put', object }) as const;
}

test('objects are shown by the schema of today, whatever it was when they were written', async (t) => {
  const { kept, of } = await storages(t, [
    testVersion({ schema: schema({ a: TEXT, b: { ...TEXT, default: 'later' } }) }),
  ]);
  const spec = { a: 'x', gone: 1 };
  await kept.write(KEY, put(thing('a', { spec })));
  const storage = of('v1');
  const shown = { a: 'x', b: 'later' };
  const got = await storage.get(KEY);
  assert.deepEqual(got?.object['spec'], shown);
  assert.deepEqual((JSON.parse(got.json) as KubeObject)['spec'], shown);
  assert.deepEqual((await storage.list({ namespace: undefined })).items[0]?.object['spec'], shown);
  const matches = (object: Readonly<KubeObject>) => (object['spec'] as { b?: string }).b === 'later';
  assert.equal((await storage.list({ namespace: undefined, matches })).items.length, 1);
});

test('an object that is kept as it is shown is the very same, and is looked at once', async (t) => {
  const { kept, of } = await storages(t, [testVersion({ schema: schema({ a: TEXT }) })]);
  const written = await kept.write(KEY, put(thing('a', { spec: { a: 'x' } })));
  const storage = of('v1');
  assert.equal(await storage.get(KEY), written);
  const list = await storage.list({ namespace: undefined, matches: () => true });
  assert.equal(list.items[0], written);
});

test('an object that is shown otherwise is made once for all who see it', async (t) => {
  const { kept, of } = await storages(t, [testVersion({ schema: schema({}) })]);
  await kept.write(KEY, put(thing('a', { spec: { gone: 1 } })));
  const storage = of('v1');
  assert.equal(await storage.get(KEY), (await storage.list({ namespace: undefined })).items[0]);
});

const VERSIONS = [
  testVersion({ schema: schema({ both: TEXT, current: TEXT }) }),
  testVersion({ name: 'v1beta1', storage: false, schema: schema({ both: TEXT, old: TEXT }) }),
];

test('what is written in another version is kept in the one for that, without what it does not know', async (t) => {
  const { kept, of } = await storages(t, VERSIONS);
  const object = thing('a', { apiVersion: 'example.test/v1beta1', spec: { both: 'a', old: 'b' } });
  const written = await of('v1beta1').write(KEY, put(object));
  assert.deepEqual(written?.object['spec'], { both: 'a' });
  assert.equal(written.object.apiVersion, 'example.test/v1beta1');
  const raw = await kept.get(KEY);
  assert.equal(raw?.object.apiVersion, 'example.test/v1');
  assert.deepEqual(raw.object['spec'], { both: 'a' });
});

test('a write that changes nothing brings an object into the version that is written now', async (t) => {
  const { kept, of } = await storages(t, VERSIONS);
  await kept.write(KEY, put(thing('a', { apiVersion: 'example.test/v1beta1', spec: { both: 'a' } })));
  await of('v1').write(KEY, () => ({ type: 'keep' }));
  assert.equal((await kept.get(KEY))?.object.apiVersion, 'example.test/v1');
  const before = (await kept.get(KEY))?.object.metadata.resourceVersion;
  await of('v1').write(KEY, () => ({ type: 'keep' }));
  assert.equal((await kept.get(KEY))?.object.metadata.resourceVersion, before);
});

test('defaults of a status that was dropped are shown in the answer to the write', async (t) => {
  const status = { type: 'object', properties: { phase: { ...TEXT, default: 'new' } }, default: {} };
  const openAPIV3Schema = { type: 'object', properties: { status } };
  const { of } = await storages(t, [
    testVersion({ schema: { openAPIV3Schema }, subresources: { status: {} } }),
  ]);
  const written = await of('v1').write(KEY, put(thing('a')));
  assert.deepEqual(written?.object['status'], { phase: 'new' });
});

test('a watch shows events in its version, and ends when the definition is no longer the same', async (t) => {
  const { of, retire } = await storages(t, VERSIONS);
  const events: KeptEvent[] = [];
  const { signal } = new AbortController();
  const watching = of('v1beta1').watch(
    { namespace: undefined, allowBookmarks: false },
    (event) => events.push(event) > 0,
    signal,
  );
  await of('v1').write(KEY, put(thing('a', { spec: { both: 'a', current: 'c' } })));
  assert.equal(events[0]?.item.object.apiVersion, 'example.test/v1beta1');
  assert.deepEqual(events[0]?.item.object['spec'], { both: 'a' });
  const retired = once(retire.signal, 'abort');
  retire.abort();
  await retired;
  await watching;
});

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { ControlledPersistence } from '../storage/controlled-persistence.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { memoryPersistence, type Persistence } from '../storage/persistence.ts';
import { builtInResources, storeEnvironment } from './built-in-resources.ts';
import { createObject } from './create-object.ts';
import { deleteObject } from './delete-object.ts';
import type { Operation } from './operation.ts';
import { updateObject } from './update-object.ts';

interface World {
  readonly operation: Operation;
  /** Drafts that something was given out to and not given back. */
  readonly held: Set<unknown>;
  /** How often anything was given out. */
  readonly given: { count: number };
}

/** ConfigMaps that something is given out to, as node ports are to Services. */
async function world(t: TestContext, persistence: Persistence = memoryPersistence()): Promise<World> {
  const store = await ObjectStore.open(persistence);
  t.after(() => store.close());
  const environment = storeEnvironment(store, () => 'xxxxx');
  const resource = builtInResources(store, environment).find(({ kind }) => kind === 'ConfigMap');
  assert.ok(resource);
  const held = new Set<unknown>();
  const given = { count: 0 };
  const strategy = {
    ...resource.strategy,
    allocate: (draft: KubeObject) => {
      given.count += 1;
      held.add(draft);
    },
    release: (draft: Readonly<KubeObject>) => {
      held.delete(draft);
    },
  };
  const operation: Operation = {
    resource,
    strategy,
    subresource: undefined,
    namespace: 'default',
    fieldManager: 'test',
    warn: () => {},
    ids: { uid: () => 'uid', nameSuffix: () => 'xxxxx' },
    user: { name: 'admin', groups: [], extra: {} },
    now: () => new Date('2026-01-01T00:00:00Z'),
    dryRun: false,
  };
  return { operation, held, given };
}

function configMap(metadata: object = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one', ...metadata } };
}

function edited(edit: (draft: KubeObject) => void): (live: Readonly<KubeObject> | undefined) => KubeObject {
  return (live) => {
    const draft = structuredClone(live) as KubeObject;
    edit(draft);
    return draft;
  };
}

const WRITES: Record<string, (draft: KubeObject) => void> = {
  'changes something': (draft) => (draft['data'] = { a: 'b' }),
  'changes nothing': () => {},
};

for (const [what, edit] of Object.entries(WRITES)) {
  test(`an update that ${what} gives back what it took, when it has landed`, async (t) => {
    const { operation, held, given } = await world(t);
    await createObject(operation, configMap());
    assert.equal(held.size, 0);
    await updateObject(operation, { name: 'one' }, edited(edit));
    assert.deepEqual({ held: held.size, given: given.count }, { held: 0, given: 2 });
  });
}

test('what a write took is held until it is on the disk, and given back if that fails', async (t) => {
  const disk = new ControlledPersistence();
  const { operation, held } = await world(t, disk);
  const creating = createObject(operation, configMap());
  await disk.asked();
  assert.equal(held.size, 1);
  await disk.succeed();
  await creating;
  assert.equal(held.size, 0);
  const updating = updateObject(
    operation,
    { name: 'one' },
    edited((draft) => (draft['data'] = { a: 'b' })),
  );
  await disk.asked();
  assert.equal(held.size, 1);
  await disk.fail(new Error('no space'));
  await assert.rejects(updating);
  assert.equal(held.size, 0);
});

test('an update that takes off the last finalizer gives back what it took', async (t) => {
  const { operation, held, given } = await world(t);
  await createObject(operation, configMap({ finalizers: ['example.com/hold'] }));
  await deleteObject(operation, 'one', {});
  await updateObject(
    operation,
    { name: 'one' },
    edited(({ metadata }) => delete metadata.finalizers),
  );
  assert.deepEqual({ held: held.size, given: given.count }, { held: 0, given: 2 });
  assert.equal(await operation.resource.storage.get({ namespace: 'default', name: 'one' }), undefined);
});

test('a create of a name that is taken, and a dry run, give back what they took', async (t) => {
  const { operation, held, given } = await world(t);
  await createObject(operation, configMap());
  await assert.rejects(createObject(operation, configMap()), { code: 409 });
  await updateObject(
    { ...operation, dryRun: true },
    { name: 'one' },
    edited((draft) => (draft['data'] = { a: 'b' })),
  );
  assert.deepEqual({ held: held.size, given: given.count }, { held: 0, given: 3 });
});

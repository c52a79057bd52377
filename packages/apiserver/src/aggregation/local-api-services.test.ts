import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { builtInResources, storeEnvironment } from '../registry/built-in-resources.ts';
import { ResourceCatalogue } from '../registry/resource-catalogue.ts';
import { ServerWrites } from '../registry/server-writes.ts';
import { randomIds } from '../serve-api.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { memoryPersistence } from '../storage/persistence.ts';
import { API_SERVICES_TABLE, asApiService } from './api-service.ts';
import { availableCondition } from './available-condition.ts';
import { API_SERVICE_KIND, LocalApiServices } from './local-api-services.ts';

const MANAGED = 'kube-aggregator.kubernetes.io/automanaged';
const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';

async function world() {
  const store = await ObjectStore.open(memoryPersistence());
  const resources = new ResourceCatalogue();
  const environment = storeEnvironment(store, () => 'xxxxx');
  for (const resource of builtInResources(store, environment)) resources.add(resource);
  const now = () => new Date(0);
  const writes = new ServerWrites({ resources, ids: randomIds, now });
  const start = async (t: TestContext) => {
    const onDefect = (error: unknown) => assert.fail(String(error));
    const kept = new LocalApiServices({ store, resources, writes, now, onDefect });
    t.after(() => kept.stop());
    await kept.start();
    return kept;
  };
  const find = (name: string) => store.table(API_SERVICES_TABLE).get(name)?.object;
  const key = (name: string) => ({ ...API_SERVICE_KIND, namespace: undefined, name });
  /** Resolves when an APIService is as it should be. */
  const until = async (name: string, isRight: (object: Readonly<KubeObject> | undefined) => boolean) => {
    if (isRight(find(name))) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = store.table(API_SERVICES_TABLE).listen(() => isRight(find(name)) && resolve());
    // The work's own timers do not keep the process alive.
    const alive = setInterval(() => {}, 1000);
    await promise;
    clearInterval(alive);
    stop();
  };
  const define = (versions: Readonly<Record<string, boolean>>) =>
    store.write(DEFINITIONS, 'things.example.test', () => ({
      type: 'put',
      object: {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'things.example.test' },
        spec: {
          group: 'example.test',
          versions: Object.entries(versions).map(([name, served]) => ({ name, served })),
        },
      },
    }));
  return { store, writes, start, find, key, until, define };
}

test('every group that the server has by itself has an APIService when it starts, but the one of APIServices', async (t) => {
  const { start, find } = await world();
  await start(t);
  const apps = find('v1.apps');
  assert.equal(apps?.metadata.labels?.[MANAGED], 'onstart');
  assert.equal(availableCondition(asApiService(apps))?.reason, 'Local');
  assert.ok(find('v1.'));
  assert.ok(find('v2.autoscaling'));
  assert.equal(find('v1.apiregistration.k8s.io'), undefined);
});

test('one that was changed or deleted is as it was after the next start; one that has become a user’s is not', async (t) => {
  const { start, find, writes, key } = await world();
  await (await start(t)).stop();
  await writes.remove(key('v1.apps'));
  await writes.change(key('v1.batch'), (draft) =>
    Object.assign(draft['spec'] as object, { versionPriority: 3 }),
  );
  await writes.change(key('v1.policy'), (draft) => {
    delete draft.metadata.labels;
    Object.assign(draft['spec'] as object, { versionPriority: 3 });
  });
  await writes.ensure({
    ...API_SERVICE_KIND,
    metadata: { name: 'v1.gone.test', labels: { [MANAGED]: 'onstart' } },
    spec: { group: 'gone.test', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 },
  });
  await start(t);
  assert.ok(find('v1.apps'));
  assert.equal(priorityOf(find('v1.batch')), 15);
  assert.equal(priorityOf(find('v1.policy')), 3);
  assert.equal(find('v1.gone.test'), undefined);
});

test('those of custom resources come and go with their definitions, by the versions that are served', async (t) => {
  const { start, find, until, define, store } = await world();
  await define({ v1: true, v2: false });
  await start(t);
  assert.equal(find('v1.example.test')?.metadata.labels?.[MANAGED], 'true');
  assert.deepEqual(find('v1.example.test')?.['spec'], {
    group: 'example.test',
    version: 'v1',
    groupPriorityMinimum: 1000,
    versionPriority: 100,
  });
  assert.equal(find('v2.example.test'), undefined);
  await define({ v1: false, v2: true });
  await until('v1.example.test', (object) => object === undefined);
  await until('v2.example.test', (object) => object !== undefined);
  await store.write(DEFINITIONS, 'things.example.test', () => ({ type: 'delete' }));
  await until('v2.example.test', (object) => object === undefined);
});

test('one of a custom resource that is deleted or changed is put back', async (t) => {
  const { start, find, until, define, writes, key } = await world();
  await define({ v1: true });
  await start(t);
  const { uid } = find('v1.example.test')?.metadata ?? {};
  await writes.remove(key('v1.example.test'));
  await until('v1.example.test', (object) => object !== undefined && object.metadata.uid !== uid);
  await writes.change(key('v1.example.test'), (draft) =>
    Object.assign(draft['spec'] as object, { versionPriority: 3 }),
  );
  await until('v1.example.test', (object) => priorityOf(object) === 100);
});

test('one that was served elsewhere and is now served here says so', async (t) => {
  const { start, until, writes, key } = await world();
  await start(t);
  const service = { namespace: 'default', name: 'x', port: 443 };
  const spec = { group: 'a.test', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 };
  await writes.ensure({ ...API_SERVICE_KIND, metadata: { name: 'v1.a.test' }, spec: { ...spec, service } });
  await writes.change(key('v1.a.test'), (draft) => Object.assign(draft, { spec }));
  await until(
    'v1.a.test',
    (object) => availableCondition(asApiService(object as KubeObject))?.reason === 'Local',
  );
});

function priorityOf(object: Readonly<KubeObject> | undefined): number | undefined {
  return (object?.['spec'] as { versionPriority?: number } | undefined)?.versionPriority;
}

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { compactEtcd, startCluster, type Cluster } from '@banyan/testing';
import { KubeClient } from '../client/kube-client.ts';
import { isForbidden, isNotFound, isUnauthorized } from '../errors/error-predicates.ts';
import { loadConnection } from '../kubeconfig/kubeconfig-connection.ts';
import { staticCredentials } from '../kubeconfig/static-credentials.ts';
import { CuttableRelay } from './cuttable-relay.ts';
import { EventHistory } from './event-history.ts';
import { objectIdentity, rawIdentity, type ItemIdentity } from './item-identity.ts';
import type { ListerWatcher } from './lister-watcher.ts';
import { CONFIG_MAPS } from './model-server.ts';
import { SharedCaches } from './shared-caches.ts';
import { watchedObjects, watchedRaw, type WatchedCache } from './watched-cache.ts';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
const CRDS = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
const WIDGETS = { group: 'example.com', version: 'v1', resource: 'widgets' };
const OBJECTS = 5_000;
/** Quick retries: the waits of production would only make the tests slower. */
const SOON = { backoff: { initialMs: 20, maxMs: 200 } };

let cluster: Cluster;
let client: KubeClient;

before(async () => {
  // Otherwise pages come from the API server's own snapshots, and a token outlives a compaction.
  const apiServerArgs = ['--feature-gates=ListFromCacheSnapshot=false'];
  cluster = await startCluster({ name: 'cache', apiServerArgs });
  client = new KubeClient(await loadConnection({ path: cluster.kubeconfig, env: {} }), { maxInFlight: 64 });
});

after(async () => {
  await client.close();
  await cluster.stop();
});

function configMap(namespace: string, name: string, data: Record<string, string> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, labels: { app: name } }, data };
}

async function makeNamespace(name: string): Promise<void> {
  await client.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
}

async function makeConfigMaps(namespace: string, count: number): Promise<void> {
  await makeNamespace(namespace);
  const names = Array.from({ length: count }, (_, i) => `c-${i}`).values();
  const worker = async (): Promise<void> => {
    for (const name of names)
      await client.create(CONFIG_MAPS, configMap(namespace, name, { k: 'v'.repeat(200) }));
  };
  await Promise.all(Array.from({ length: 32 }, worker));
}

/** The server's own view: key → resourceVersion. */
async function serverState(namespace: string): Promise<Record<string, string>> {
  const list = await client.list(CONFIG_MAPS, { namespace });
  return Object.fromEntries(
    list.items.map(({ metadata }) => [`${namespace}/${metadata.name}`, metadata.resourceVersion ?? '']),
  );
}

/** A cache that runs for the length of a test, with its history checked. */
async function running<T>(
  { cache, reflector }: WatchedCache<T>,
  identity: ItemIdentity<T>,
  use: (history: EventHistory<T>) => Promise<void>,
): Promise<void> {
  const history = new EventHistory(identity);
  cache.addHandler(history);
  const stop = new AbortController();
  const run = reflector.run(stop.signal);
  try {
    await use(history);
  } finally {
    stop.abort();
    await run;
  }
  assert.deepEqual(history.violations, []);
}

async function untilEqual<T>(namespace: string, history: EventHistory<T>): Promise<void> {
  const expected = JSON.stringify(sorted(await serverState(namespace)));
  await cluster.until(
    `the cache of ${namespace} equals the server`,
    () => Promise.resolve(JSON.stringify(sorted(history.state())) === expected),
    120_000,
  );
}

function sorted(state: Record<string, string>): [string, string][] {
  return Object.entries(state).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

test('5,000 objects are the same in every mode, and the server sends no more than the mode asks for', async () => {
  await makeConfigMaps('many', OBJECTS);
  const expected = sorted(await serverState('many'));
  const scope = { resource: CONFIG_MAPS, namespace: 'many' };
  const caches = new SharedCaches({ client });
  const [objects, metadata, raw] = [caches.objects(scope), caches.metadata(scope), caches.raw(scope)];
  const signal = AbortSignal.timeout(120_000);
  await Promise.all([objects, metadata, raw].map((lease) => lease.waitForSync(signal)));
  const state = (items: KubeObject[]): [string, string][] =>
    sorted(
      Object.fromEntries(
        items.map((item) => [objectIdentity.key(item), item.metadata.resourceVersion ?? '']),
      ),
    );
  assert.deepEqual(state(objects.cache.list()), expected);
  assert.deepEqual(state(metadata.cache.list()), expected);
  assert.deepEqual(state(raw.cache.list().map((item) => item.parse())), expected);
  assert.deepEqual(
    raw.cache.get('many/c-7')?.parse(),
    await client.get(CONFIG_MAPS, { namespace: 'many', name: 'c-7' }),
  );
  assert.deepEqual(raw.cache.get('many/c-7')?.parse(), objects.cache.get('many/c-7'));
  assert.equal(metadata.cache.get('many/c-7')?.kind, 'PartialObjectMetadata');
  assert.equal(metadata.cache.get('many/c-7')?.['data'], undefined);
  await caches.close();
});

test('a hundred readers are one watch at the server', async () => {
  const caches = new SharedCaches({ client });
  const scope = { resource: CONFIG_MAPS, namespace: 'kube-public' };
  const watches = async (): Promise<number> => {
    const { body } = await cluster.request({ path: '/metrics' });
    const line = body
      .toString()
      .split('\n')
      .find(
        (metric) =>
          metric.startsWith('apiserver_longrunning_requests{') &&
          metric.includes('resource="configmaps"') &&
          metric.includes('scope="namespace"') &&
          metric.includes('verb="WATCH"'),
      );
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  // The API server watches some of its own.
  const without = await watches();
  const leases = Array.from({ length: 100 }, () => caches.objects(scope));
  await Promise.all(leases.map((lease) => lease.waitForSync(AbortSignal.timeout(300_000))));
  await cluster.until('one watch more', async () => (await watches()) > without);
  assert.equal(await watches(), without + 1);
  for (const lease of leases) lease.release();
  await cluster.until('no watch of ours', async () => (await watches()) === without);
  await caches.close();
});

test('a continue token that the server has really forgotten leads to a whole list, and to the right state', async () => {
  let pages = 0;
  const requests: string[] = [];
  const forgetful = {
    watchLines: client.watchLines.bind(client),
    request: async (request: Parameters<KubeClient['request']>[0]) => {
      requests.push(request.path);
      if (++pages === 3) {
        await client.delete(CONFIG_MAPS, { namespace: 'many', name: 'c-1' });
        await client.create(CONFIG_MAPS, configMap('many', 'c-new'));
        await compactEtcd(cluster.etcd);
      }
      return client.request(request);
    },
  };
  const watched = watchedRaw(forgetful, { resource: CONFIG_MAPS, namespace: 'many' }, SOON);
  await running(watched, rawIdentity, async (history) => {
    await watched.reflector.waitForSync(AbortSignal.timeout(120_000));
    await untilEqual('many', history);
    assert.equal(pages, 4);
    assert.ok(!requests[3]?.includes('limit'));
  });
});

test('a watch that is cut again and again after any number of bytes loses and doubles nothing', async () => {
  await makeConfigMaps('cuts', 20);
  const wire = await CuttableRelay.to(cluster.server);
  const own = new KubeClient({ ...client.connection, server: wire.server });
  const watched = watchedRaw(
    own,
    { resource: CONFIG_MAPS, namespace: 'cuts' },
    { backoff: { initialMs: 1, maxMs: 5 } },
  );
  await running(watched, rawIdentity, async (history) => {
    await watched.reflector.waitForSync(AbortSignal.timeout(300_000));
    // A TLS and HTTP/2 handshake is about 3 KB; then come the events.
    for (let round = 0; round < 60; round++) {
      wire.cutAfterBytes = 3_000 + round * 97;
      const name = `c-${round % 20}`;
      await client.patch(
        CONFIG_MAPS,
        { namespace: 'cuts', name },
        { type: 'merge', body: { data: { round: `${round}` } } },
      );
      if (round % 7 === 0) await client.delete(CONFIG_MAPS, { namespace: 'cuts', name });
      if (round % 7 === 0) await client.create(CONFIG_MAPS, configMap('cuts', name));
      if (round % 3 === 0) wire.cutAll();
    }
    wire.cutAfterBytes = Number.POSITIVE_INFINITY;
    wire.cutAll();
    await untilEqual('cuts', history);
    assert.ok(wire.cuts >= 20, `${wire.cuts} cuts`);
    assert.equal(watched.reflector.status.lists, 1, 'a cut needs no list');
  });
  await own.close();
  await wire.close();
});

test('an API server that is killed and comes back finds the reflector where it was', async () => {
  await makeConfigMaps('restart', 50);
  const watched = watchedObjects(client, { resource: CONFIG_MAPS, namespace: 'restart' }, SOON);
  await running(watched, objectIdentity, async (history) => {
    await watched.reflector.waitForSync(AbortSignal.timeout(300_000));
    await cluster.apiServer.kill();
    await cluster.until('a failure', () => Promise.resolve(watched.reflector.status.failures > 0));
    assert.equal(history.events.length, 50);
    await cluster.apiServer.start();
    await client.delete(CONFIG_MAPS, { namespace: 'restart', name: 'c-3' });
    await client.create(CONFIG_MAPS, configMap('restart', 'late'));
    await untilEqual('restart', history);
    assert.equal(history.events.length, 52);
  });
});

test('a watch whose version the server no longer has lists again', async () => {
  await makeConfigMaps('compacted', 3);
  const wire = await CuttableRelay.to(cluster.server);
  const own = new KubeClient({ ...client.connection, server: wire.server });
  let watches = 0;
  const asleep: ListerWatcher = {
    list: (resource, options) => own.list(resource, options),
    // The second watch asks for what a reflector that slept for days would ask for.
    watch: (resource, options) =>
      own.watch(resource, ++watches === 2 ? { ...options, resourceVersion: '1' } : options),
  };
  const watched = watchedObjects(asleep, { resource: CONFIG_MAPS, namespace: 'compacted' }, SOON);
  // The server's memory of events begins with its start.
  await cluster.apiServer.kill();
  await cluster.apiServer.start();
  await running(watched, objectIdentity, async (history) => {
    await watched.reflector.waitForSync(AbortSignal.timeout(300_000));
    await client.delete(CONFIG_MAPS, { namespace: 'compacted', name: 'c-1' });
    await untilEqual('compacted', history);
    wire.cutAll();
    await client.delete(CONFIG_MAPS, { namespace: 'compacted', name: 'c-2' });
    await cluster.until('a second list', () => Promise.resolve(watched.reflector.status.lists === 2));
    await untilEqual('compacted', history);
  });
  await own.close();
  await wire.close();
});

test('an API server that stands still for a while is given up and found again', async () => {
  await makeConfigMaps('still', 5);
  const own = new KubeClient(client.connection);
  const tuning = { ...SOON, idleTimeoutMs: 500 };
  const watched = watchedObjects(own, { resource: CONFIG_MAPS, namespace: 'still' }, tuning);
  await running(watched, objectIdentity, async (history) => {
    await watched.reflector.waitForSync(AbortSignal.timeout(300_000));
    cluster.apiServer.signal('SIGSTOP');
    try {
      const { watches } = watched.reflector.status;
      await cluster.until('two more tries', () =>
        Promise.resolve(watched.reflector.status.watches >= watches + 2),
      );
    } finally {
      cluster.apiServer.signal('SIGCONT');
    }
    await client.create(CONFIG_MAPS, configMap('still', 'late'));
    await untilEqual('still', history);
  });
  await own.close();
});

test('a token that is revoked is visible, and when it is restored the cache goes on', async () => {
  await makeConfigMaps('rights', 5);
  const account = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'reader', namespace: 'rights' },
  };
  const accounts = { group: '', version: 'v1', resource: 'serviceaccounts' };
  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'reader', namespace: 'rights' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace: 'rights' }],
  };
  const bindings = { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'rolebindings' };
  await client.create(accounts, account);
  await client.create(bindings, binding);
  const newToken = async (): Promise<string> => {
    const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata: {}, spec: {} };
    const path = { subresource: 'token', name: 'reader', namespace: 'rights' };
    const { status } = await client.create<KubeObject>(accounts, request, path);
    return (status as { token: string }).token;
  };
  let credentials = staticCredentials({ token: await newToken() });
  const wire = await CuttableRelay.to(cluster.server);
  const own = new KubeClient({
    ...client.connection,
    server: wire.server,
    credentials: {
      get: (signal) => credentials.get(signal),
      refused: (refused) => credentials.refused(refused),
    },
  });
  const watched = watchedObjects(own, { resource: CONFIG_MAPS, namespace: 'rights' }, SOON);
  /** A watch that is open stays open; the next one is refused. */
  const fails = async (how: (error: unknown) => boolean): Promise<void> => {
    const refused = (): Promise<boolean> =>
      own.list(CONFIG_MAPS, { namespace: 'rights', limit: 1 }).then(() => false, how);
    await cluster.until('the server refuses', refused);
    wire.cutAll();
    await cluster.until('the failure is visible', () =>
      Promise.resolve(how(watched.reflector.status.lastError)),
    );
  };
  await running(watched, objectIdentity, async (history) => {
    await watched.reflector.waitForSync(AbortSignal.timeout(300_000));
    await client.delete(bindings, { namespace: 'rights', name: 'reader' });
    await fails(isForbidden);
    await client.create(CONFIG_MAPS, configMap('rights', 'meanwhile'));
    await client.create(bindings, binding);
    await untilEqual('rights', history);
    await client.delete(accounts, { namespace: 'rights', name: 'reader' });
    await fails(isUnauthorized);
    assert.equal(history.events.length, 6, 'what is known stays');
    await client.create(accounts, account);
    await client.delete(CONFIG_MAPS, { namespace: 'rights', name: 'c-0' });
    credentials = staticCredentials({ token: await newToken() });
    await untilEqual('rights', history);
  });
  await own.close();
  await wire.close();
});

test('a custom resource is found when its CRD comes, emptied when it goes, and found again', async () => {
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  };
  const create = (name: string): Promise<void> =>
    cluster.until(`widget ${name} is created`, async () => {
      const widget = {
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name, namespace: 'default' },
      };
      return client.create(WIDGETS, widget).then(
        () => true,
        (error: unknown) => {
          if (isNotFound(error)) return false;
          throw error;
        },
      );
    });
  const watched = watchedObjects(client, { resource: WIDGETS }, SOON);
  const keys = (wanted: string): Promise<void> =>
    cluster.until(`the cache holds ${wanted || 'nothing'}`, () =>
      Promise.resolve([...watched.cache.keys()].join() === wanted),
    );
  await running(watched, objectIdentity, async () => {
    await cluster.until('not found', () => Promise.resolve(isNotFound(watched.reflector.status.lastError)));
    assert.equal(watched.reflector.status.synced, false);
    await client.create(CRDS, crd);
    await create('one');
    await keys('default/one');
    assert.equal(watched.cache.get('default/one')?.kind, 'Widget');
    await client.delete(CRDS, { name: 'widgets.example.com' });
    await keys('');
    await cluster.until('the CRD is gone', () =>
      client.get(CRDS, { name: 'widgets.example.com' }).then(
        () => false,
        (error: unknown) => isNotFound(error),
      ),
    );
    await client.create(CRDS, crd);
    await create('two');
    await keys('default/two');
  });
});

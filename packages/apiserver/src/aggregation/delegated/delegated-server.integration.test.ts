import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { isForbidden, isNotFound, type KubeClient } from '@banyan/kube';
import { eventually as until, httpsExchange } from '@banyan/testing';
import { takeConnection } from '../../proxying/upgrade-offer.ts';
import { plainResource } from '../../registry/plain-resource.ts';
import { ResourceCatalogue } from '../../registry/resource-catalogue.ts';
import type { ServedSubresource } from '../../registry/served-resource.ts';
import { StoreStorage } from '../../registry/store-storage.ts';
import { serveApi } from '../../serve-api.ts';
import type { AnsweredRequest } from '../../serving/request-pipeline.ts';
import { ObjectStore } from '../../storage/object-store.ts';
import { memoryPersistence } from '../../storage/persistence.ts';
import { startParent, type TestParent } from '../test-parent.ts';
import { delegatedSecurity } from './delegated-security.ts';

const WIDGETS = { group: 'example.test', version: 'v1', resource: 'widgets' };
const RBAC = 'rbac.authorization.k8s.io';
const ROLES = { group: RBAC, version: 'v1', resource: 'clusterroles' };
const BINDINGS = { ...ROLES, resource: 'clusterrolebindings' };

const widget = (name: string, size = 1) => ({
  apiVersion: 'example.test/v1',
  kind: 'Widget',
  metadata: { namespace: 'default', name },
  spec: { size },
});

/** Says whom it talks to, then sends back what it gets. */
const ATTACH: ServedSubresource = {
  name: 'attach',
  group: 'example.test',
  version: 'v1',
  kind: 'Widget',
  verbs: ['get'],
  connect: async ({ response, upgrade, user, name }) => {
    assert.ok(upgrade);
    const socket = takeConnection(response, upgrade);
    socket.on('error', () => {});
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    socket.write(`${user.name} at ${name}\n`);
    socket.pipe(socket);
  },
};

/** A program that serves one resource, kept where it likes, behind a parent that says who may do what. */
async function serveWidgets(t: TestContext, parent: TestParent) {
  const store = await ObjectStore.open(memoryPersistence());
  const resources = new ResourceCatalogue();
  const storage = new StoreStorage(store, 'widgets.example.test');
  const subresources = [ATTACH];
  const names = { ...WIDGETS, kind: 'Widget', namespaced: true };
  resources.add(plainResource({ ...names, hasStatus: true, storage, subresources }));
  const ended = new AbortController();
  const security = await delegatedSecurity({ parent: await serversOwnClient(parent), signal: ended.signal });
  const { ca, ...own } = parent.serviceCertificate('widgets');
  const address = { host: '127.0.0.1', port: 0, clientCa: security.clientCa, ...own };
  const answered: AnsweredRequest[] = [];
  const onAnswered = (one: AnsweredRequest) => answered.push(one);
  const server = await serveApi({ ...address, resources, security, onAnswered });
  t.after(async () => {
    ended.abort();
    await server.stop();
    await store.close();
  });
  await parent.register({ service: 'widgets', group: 'example.test', port: server.port });
  return { server: `https://localhost:${server.port}`, ca, answered };
}

/** What such a server needs of its parent is in two roles that every cluster has. */
async function serversOwnClient(parent: TestParent): Promise<KubeClient> {
  const subjects = [{ kind: 'User', name: 'widget-server', apiGroup: RBAC }];
  const apiVersion = `${RBAC}/v1`;
  const delegator = { kind: 'ClusterRole', name: 'system:auth-delegator', apiGroup: RBAC };
  const metadata = { name: 'widget-server' };
  await parent.client.create(BINDINGS, {
    apiVersion,
    kind: 'ClusterRoleBinding',
    metadata,
    subjects,
    roleRef: delegator,
  });
  const reader = { kind: 'Role', name: 'extension-apiserver-authentication-reader', apiGroup: RBAC };
  await parent.client.create(
    { ...BINDINGS, resource: 'rolebindings' },
    {
      apiVersion,
      kind: 'RoleBinding',
      subjects,
      metadata: { ...metadata, namespace: 'kube-system' },
      roleRef: reader,
    },
  );
  return parent.clientOf(parent.userPeer('widget-server'));
}

async function letUserRead(parent: TestParent, user: string): Promise<void> {
  const rules = [{ apiGroups: ['example.test'], resources: ['widgets'], verbs: ['get', 'list', 'watch'] }];
  const kind = { apiVersion: 'rbac.authorization.k8s.io/v1' };
  const metadata = { name: 'widget-reader' };
  const apiGroup = 'rbac.authorization.k8s.io';
  await parent.client.create(ROLES, { ...kind, kind: 'ClusterRole', metadata, rules });
  await parent.client.create(BINDINGS, {
    ...kind,
    kind: 'ClusterRoleBinding',
    metadata,
    subjects: [{ kind: 'User', name: user, apiGroup }],
    roleRef: { kind: 'ClusterRole', name: 'widget-reader', apiGroup },
  });
}

test('a program serves a resource of its own behind a parent: every verb goes through', async (t) => {
  const parent = await startParent(t);
  await serveWidgets(t, parent);
  const { client } = parent;
  const seen: string[] = [];
  const watch = client.watch(WIDGETS, { namespace: 'default', signal: AbortSignal.timeout(300_000) });
  const watched = (async () => {
    for await (const { type } of watch) {
      seen.push(type);
      if (type === 'DELETED') return;
    }
  })();
  const made = await client.create(WIDGETS, widget('one'));
  assert.equal(made.metadata.generation, 1);
  const patch = { spec: { size: 2 } };
  const key = { namespace: 'default', name: 'one' };
  const patched = await client.patch(WIDGETS, key, { type: 'merge', body: patch });
  assert.equal(patched.metadata.generation, 2);
  const applied = { ...widget('one', 3), metadata: { namespace: 'default', name: 'one' } };
  await client.apply(WIDGETS, applied, { fieldManager: 'test', force: true });
  assert.deepEqual((await client.get(WIDGETS, key))['spec'], { size: 3 });
  assert.equal((await client.list(WIDGETS)).items.length, 1);
  const status = { type: 'merge', body: { spec: { size: 9 }, status: { isFine: true } } } as const;
  const settled = await client.patch(WIDGETS, key, status, { subresource: 'status' });
  assert.deepEqual([settled['spec'], settled['status']], [{ size: 3 }, { isFine: true }]);
  assert.equal(settled.metadata.generation, 3);
  await client.delete(WIDGETS, key);
  await assert.rejects(client.get(WIDGETS, key), isNotFound);
  await watched;
  assert.deepEqual(seen, ['ADDED', 'MODIFIED', 'MODIFIED', 'MODIFIED', 'DELETED']);
});

test('who may do what is said by the parent’s roles, through the parent and at the server itself', async (t) => {
  const parent = await startParent(t);
  const direct = await serveWidgets(t, parent);
  await letUserRead(parent, 'jane');
  const [jane, john] = [parent.userPeer('jane'), parent.userPeer('john')];
  const path = '/apis/example.test/v1/namespaces/default/widgets';
  for (const place of [{}, direct]) {
    assert.equal((await httpsExchange({ ...jane, ...place }, { path })).status, 200);
    assert.equal((await httpsExchange({ ...john, ...place }, { path })).status, 403);
    const create = { method: 'POST', path, body: JSON.stringify(widget('two')) };
    assert.equal((await httpsExchange({ ...jane, ...place }, create)).status, 403);
  }
  await assert.rejects(parent.clientOf(john).list(WIDGETS), isForbidden);
});

test('a connection for another protocol reaches the program, with the name of who opened it', async (t) => {
  const parent = await startParent(t);
  await serveWidgets(t, parent);
  const { server, ca, certificate: cert, key } = parent.admin;
  const url = `${server}/apis/example.test/v1/namespaces/default/widgets/one/attach`;
  const headers = { connection: 'Upgrade', upgrade: 'websocket' };
  const outgoing = request(url, { ca, cert, key, agent: false, headers }).end();
  const [, socket] = (await once(outgoing, 'upgrade')) as [IncomingMessage, Duplex];
  const lines = createInterface(socket)[Symbol.asyncIterator]();
  assert.equal((await lines.next()).value, 'admin at one');
  socket.write('hello\n');
  assert.equal((await lines.next()).value, 'hello');
  socket.destroy();
});

test('the program is told of every request when it is over, of those that were refused too', async (t) => {
  const parent = await startParent(t);
  const { answered, ...direct } = await serveWidgets(t, parent);
  await letUserRead(parent, 'jürgen');
  const path = '/apis/example.test/v1/widgets';
  const asked = { path: '/apis/example.test/v1/widgets?limit=1' };
  const by = (user: string) => answered.filter((one) => one.user?.name === user && one.info.path === path);
  assert.equal((await httpsExchange(parent.userPeer('jürgen'), asked)).status, 200, 'beyond ASCII too');
  await httpsExchange({ ...parent.userPeer('john'), ...direct }, asked);
  await httpsExchange(direct, { ...asked, headers: { authorization: 'Bearer made-up' } });
  await until('all three are told of', () => answered.some(({ status }) => status === 401));
  const [[allowed], [refused]] = [by('jürgen'), by('john')];
  assert.deepEqual([allowed?.status, refused?.status], [200, 403]);
  const unknown = answered.find(({ status }) => status === 401);
  assert.equal(unknown?.user, undefined);
  for (const one of [allowed, refused, unknown]) {
    assert.match(one?.remoteAddress ?? '', /127\.0\.0\.1|::1/);
    assert.ok((one?.durationMs ?? -1) >= 0);
  }
});

test('who wants to be someone else must ask through the parent', async (t) => {
  const parent = await startParent(t);
  const direct = await serveWidgets(t, parent);
  await letUserRead(parent, 'jane');
  const asJane = { path: '/apis/example.test/v1/widgets', headers: { 'impersonate-user': 'jane' } };
  assert.equal((await httpsExchange(parent.admin, asJane)).status, 200);
  assert.equal((await httpsExchange({ ...parent.admin, ...direct }, asJane)).status, 400);
});

test('headers that say who someone is count from the front proxy alone', async (t) => {
  const parent = await startParent(t);
  const direct = await serveWidgets(t, parent);
  const path = '/apis/example.test/v1/widgets';
  const headers = { 'x-remote-user': 'admin', 'x-remote-group': 'system:masters' };
  const ofJohn = await httpsExchange({ ...parent.userPeer('john'), ...direct }, { path, headers });
  assert.equal(ofJohn.status, 403);
  assert.match(ofJohn.body.toString(), /User \\"john\\" cannot list/);
  assert.equal((await httpsExchange(direct, { path, headers })).status, 403);
});

test('a service account’s token is good at the server itself; one that is made up is not', async (t) => {
  const parent = await startParent(t);
  const direct = await serveWidgets(t, parent);
  const accounts = { group: '', version: 'v1', resource: 'serviceaccounts' };
  const metadata = { namespace: 'default', name: 'robot' };
  await parent.client.create(accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata });
  await letUserRead(parent, 'system:serviceaccount:default:robot');
  const issued = (await parent.client.create(
    accounts,
    { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata, spec: {} },
    { name: 'robot', subresource: 'token' },
  )) as unknown as { status: { token: string } };
  const path = '/apis/example.test/v1/widgets';
  const ask = (token: string) =>
    httpsExchange(direct, { path, headers: { authorization: `Bearer ${token}` } });
  assert.equal((await ask(issued.status.token)).status, 200);
  assert.equal((await ask('made-up')).status, 401);
});

test('discovery of the parent has what the server serves, and its OpenAPI document', async (t) => {
  const parent = await startParent(t);
  await serveWidgets(t, parent);
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  const { items } = await eventually(async () => {
    const { body } = await httpsExchange(parent.admin, { path: '/apis', headers: { accept } });
    const document = JSON.parse(body.toString()) as { items: Item[] };
    return document.items.some(isCurrent) ? document : undefined;
  });
  const [version] = items.find(isCurrent)?.versions ?? [];
  assert.deepEqual(
    version?.resources?.map(({ resource, subresources = [] }) => [
      resource,
      ...subresources.map(({ subresource }) => subresource),
    ]),
    [['widgets', 'attach', 'status']],
  );
  const { paths } = await eventually(async () => {
    const { body } = await httpsExchange(parent.admin, { path: '/openapi/v3' });
    const index = JSON.parse(body.toString()) as { paths: Record<string, { serverRelativeURL: string }> };
    return index.paths['apis/example.test/v1'] === undefined ? undefined : index;
  });
  const { serverRelativeURL = '' } = paths['apis/example.test/v1'] ?? {};
  assert.match(serverRelativeURL, /\?hash=[0-9A-F]+$/);
  const document = await httpsExchange(parent.admin, { path: serverRelativeURL });
  assert.equal(document.status, 200);
  assert.match(document.body.toString(), /test\.example\.v1\.Widget/);
});

interface Item {
  readonly metadata: { readonly name: string };
  readonly versions: readonly {
    readonly freshness: string;
    readonly resources?: readonly {
      readonly resource: string;
      readonly subresources?: readonly { readonly subresource: string }[];
    }[];
  }[];
}

function isCurrent({ metadata: { name }, versions }: Item): boolean {
  return name === 'example.test' && versions.every(({ freshness }) => freshness === 'Current');
}

/** Asks until there is an answer. The runner's own time limit ends a wait in vain. */
async function eventually<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
}

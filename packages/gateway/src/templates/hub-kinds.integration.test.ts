import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { KubeList, KubeObject, Status } from '@banyan/api';
import { MANIFESTS, RESERVED_NAMESPACE, SUBSCRIPTIONS } from '@banyan/api/clusternet';
import { isNotFound, type KubeClient } from '@banyan/kube';
import { startTestCluster, type TestCluster } from '../test-cluster.ts';
import { startTestGateway } from '../test-gateway.ts';
import { grant, NAMESPACES } from '../test-objects.ts';
import { ask, askUntil, define, defineHubKinds, NATIVE, SHADOW, widgets } from './test-templates.ts';

const GROUP = `${NATIVE}/apis/apps.clusternet.io/v1alpha1`;
const subscriptionsIn = (namespace: string) => `${GROUP}/namespaces/${namespace}/subscriptions`;
const NAMESPACE_TEMPLATES = `${NATIVE}/api/v1/namespaces`;
const APPLY = 'application/apply-patch+yaml';

interface Hub {
  readonly hub: TestCluster;
  readonly client: KubeClient;
  /** The gateway itself. */
  readonly direct: { readonly server: string; readonly ca: string };
}

async function startHub(t: TestContext): Promise<Hub> {
  const hub = await startTestCluster(t);
  await defineHubKinds(hub.client);
  const { direct } = await startTestGateway(t, hub.client, { templates: true });
  await askUntil(hub.client, subscriptionsIn('default'), ({ status }) => status === 200);
  return { hub, client: hub.client, direct };
}

function subscription(namespace: string): KubeObject {
  const feed = { apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web' };
  return {
    apiVersion: 'apps.clusternet.io/v1alpha1',
    kind: 'Subscription',
    metadata: { name: 'web', namespace },
    spec: { subscribers: [{ clusterAffinity: {} }], feeds: [feed] },
  } as KubeObject;
}

function namespaceOf(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

async function hasNamespace(client: KubeClient, name: string): Promise<boolean> {
  try {
    await client.get(NAMESPACES, { name });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

test('the hub’s own kinds are themselves behind the native door, and no templates', async (t) => {
  const { client } = await startHub(t);
  const path = subscriptionsIn('default');
  const made = await ask(client, 'POST', path, { body: subscription('default') });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const kept = await client.get(SUBSCRIPTIONS, { namespace: 'default', name: 'web' });
  assert.equal(kept.metadata.uid, made.body.metadata.uid);
  const { items } = await client.list(MANIFESTS, { namespace: RESERVED_NAMESPACE });
  assert.deepEqual(items, []);
  const merge = { body: { metadata: { labels: { a: 'b' } } }, type: 'application/merge-patch+json' };
  const patched = await ask(client, 'PATCH', `${path}/web`, merge);
  assert.equal(patched.body.metadata.labels?.['a'], 'b');
  const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const shown = await ask(client, 'GET', path, { accept: table });
  assert.equal(shown.body.kind, 'Table');
  const gone = await ask<Status>(client, 'DELETE', `${path}/web`);
  assert.deepEqual([gone.status, gone.body.kind], [200, 'Status']);
  assert.equal((await ask(client, 'GET', `${path}/web`)).status, 404);
});

test('what is wrong with one is said as the hub says it', async (t) => {
  const { client } = await startHub(t);
  const path = `${subscriptionsIn('default')}?fieldValidation=Strict`;
  const wrong = { ...subscription('default'), surplus: 1 };
  const answer = await ask<Status>(client, 'POST', path, { body: wrong });
  assert.equal(answer.status, 400);
  assert.match(answer.body.message ?? '', /unknown field "surplus"/);
  const warned = await ask(client, 'POST', subscriptionsIn('default'), { body: wrong });
  assert.equal(warned.status, 201);
  assert.match(warned.warning, /unknown field \\?"surplus/);
});

test('discovery behind the native door names them beside templates; the shadow group does not', async (t) => {
  const { client } = await startHub(t);
  const names = async (path: string) => {
    const { body } = await ask<{ resources: { name: string }[] }>(client, 'GET', path);
    return body.resources.map(({ name }) => name);
  };
  assert.ok((await names(GROUP)).includes('subscriptions'));
  assert.ok((await names(`${NATIVE}/apis/apps/v1`)).includes('deployments'));
  assert.ok(!(await names(SHADOW)).includes('subscriptions'));
  const { body } = await ask<{ paths: object }>(client, 'GET', `${NATIVE}/openapi/v3`);
  assert.ok('apis/apps.clusternet.io/v1alpha1' in body.paths);
});

test('a definition of the hub’s own that goes is gone behind the door', async (t) => {
  const { client } = await startHub(t);
  await define(client, widgets('things.banyan.dev'));
  const path = `${NATIVE}/apis/things.banyan.dev/v1/namespaces/default/widgets`;
  await askUntil(client, path, ({ status }) => status === 200);
  const definitions = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
  await client.delete(definitions, { name: 'widgets.things.banyan.dev' });
  await askUntil(client, path, ({ status }) => status === 404);
});

test('a namespace that is a template is made in the hub for an intent that is in it', async (t) => {
  const { client } = await startHub(t);
  const sent = { body: subscription('shop') };
  const nowhere = await ask<Status>(client, 'POST', subscriptionsIn('shop'), sent);
  assert.deepEqual([nowhere.status, nowhere.body.message], [404, 'namespaces "shop" not found']);
  assert.match(nowhere.warning, /is not in the hub, .* kubectl create namespace makes it/);
  await ask(client, 'POST', NAMESPACE_TEMPLATES, { body: namespaceOf('shop') });
  await ask(client, 'POST', `${subscriptionsIn('shop')}?dryRun=All`, sent);
  assert.equal(await hasNamespace(client, 'shop'), false, 'not by a dry run');
  const made = await ask(client, 'POST', subscriptionsIn('shop'), sent);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.match(made.warning, /namespace \\"shop\\" is made in the hub, too/);
  const again = await ask<Status>(client, 'POST', subscriptionsIn('shop'), sent);
  assert.deepEqual([again.status, again.warning], [409, '']);
});

test('server-side apply makes it, too', async (t) => {
  const { client } = await startHub(t);
  await ask(client, 'POST', NAMESPACE_TEMPLATES, { body: namespaceOf('shop') });
  const path = `${subscriptionsIn('shop')}/web?fieldManager=me`;
  const applied = await ask(client, 'PATCH', path, { body: subscription('shop'), type: APPLY });
  assert.equal(applied.status, 201, JSON.stringify(applied.body));
});

test('who asks has his own rights in the hub, and no others', async (t) => {
  const { hub, client } = await startHub(t);
  await ask(client, 'POST', NAMESPACE_TEMPLATES, { body: namespaceOf('shop') });
  await grant(client, 'templates', 'jane', [{ apiGroups: ['shadow'], resources: ['*'], verbs: ['*'] }]);
  const jane = hub.clientOf(hub.peer('jane', ['team']));
  const refused = await ask<Status>(jane, 'GET', subscriptionsIn('shop'));
  assert.equal(refused.status, 403);
  assert.match(refused.body.message ?? '', /User "jane" cannot list resource "subscriptions"/);
  const own = { apiGroups: ['apps.clusternet.io'], resources: ['subscriptions'], verbs: ['*'] };
  await grant(client, 'subscriptions', 'group:team', [own]);
  const sent = { body: subscription('shop') };
  const unmade = await ask<Status>(jane, 'POST', subscriptionsIn('shop'), sent);
  assert.equal(unmade.status, 403);
  assert.match(unmade.body.message ?? '', /User "jane" cannot create resource "namespaces"/);
  await client.create(NAMESPACES, namespaceOf('shop'));
  assert.equal((await ask(jane, 'POST', subscriptionsIn('shop'), sent)).status, 201);
});

const MERGE = 'application/merge-patch+json';
const web = `${subscriptionsIn('default')}/web`;
const attempts: readonly [what: string, method: string, path: string, right: string, type?: string][] = [
  ['read', 'GET', web, 'get subscriptions'],
  ['list', 'GET', subscriptionsIn('default'), 'list subscriptions'],
  ['list of all namespaces', 'GET', `${GROUP}/subscriptions`, 'list subscriptions'],
  ['patch', 'PATCH', web, 'patch subscriptions', MERGE],
  ['patch of the status', 'PATCH', `${web}/status`, 'patch subscriptions/status', MERGE],
  ['update', 'PUT', web, 'update subscriptions'],
  ['create', 'POST', subscriptionsIn('default'), 'create subscriptions'],
  ['deletion', 'DELETE', web, 'delete subscriptions'],
  ['deletion of a collection', 'DELETE', subscriptionsIn('default'), 'deletecollection subscriptions'],
];

test('each right is asked of who asks, though the hub has them all', async (t) => {
  const { hub, client } = await startHub(t);
  for (const [at, [what, method, path, right, type]] of attempts.entries()) {
    await ask(client, 'POST', subscriptionsIn('default'), { body: subscription('default') });
    const [verb = '', resource = ''] = right.split(' ');
    const others = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];
    const own = { apiGroups: ['apps.clusternet.io'] };
    const all = [
      { ...own, resources: [resource], verbs: others.filter((one) => one !== verb) },
      {
        ...own,
        resources: [resource.includes('/') ? 'subscriptions' : 'subscriptions/status'],
        verbs: ['*'],
      },
    ];
    await grant(client, `without-${at}`, `without-${at}`, all);
    await grant(client, `with-${at}`, `with-${at}`, [{ ...own, resources: [resource], verbs: [verb] }]);
    const { body } = await ask(client, 'GET', web);
    const sent = method === 'POST' ? { ...subscription('default'), metadata: { name: 'new' } } : body;
    const isBare = method === 'GET' || method === 'DELETE';
    const request = isBare ? {} : { body: sent, ...(type !== undefined && { type }) };
    const refused = await ask(hub.clientOf(hub.peer(`without-${at}`)), method, path, request);
    assert.equal(refused.status, 403, `${what} without the right`);
    const done = await ask(hub.clientOf(hub.peer(`with-${at}`)), method, path, request);
    assert.ok(done.status < 300, `${what} with the right: ${JSON.stringify(done.body)}`);
  }
});

test('an apply of what is not there takes the right to create it', async (t) => {
  const { hub, client } = await startHub(t);
  const own = { apiGroups: ['apps.clusternet.io'], resources: ['subscriptions'] };
  await grant(client, 'jane', 'jane', [{ ...own, verbs: ['get', 'patch'] }]);
  const jane = hub.clientOf(hub.peer('jane'));
  const apply = { body: subscription('default'), type: APPLY };
  const refused = await ask<Status>(jane, 'PATCH', `${web}?fieldManager=jane`, apply);
  assert.equal(refused.status, 403);
  assert.match(refused.body.message ?? '', /User "jane" cannot create resource "subscriptions"/);
  await ask(client, 'POST', subscriptionsIn('default'), { body: subscription('default') });
  const done = await ask(jane, 'PATCH', `${web}?fieldManager=jane&force=true`, apply);
  assert.equal(done.status, 200, JSON.stringify(done.body));
});

test('a watch of them lasts, and Events are the hub’s own', async (t) => {
  const { client } = await startHub(t);
  const { body } = await client.request({
    method: 'GET',
    path: `${subscriptionsIn('default')}?watch=1`,
    pool: 'stream',
  });
  await client.create(SUBSCRIPTIONS, subscription('default'));
  for await (const chunk of body) {
    const { type, object } = JSON.parse(String(chunk)) as { type: string; object: KubeObject };
    assert.deepEqual([type, object.metadata.name], ['ADDED', 'web']);
    break;
  }
  const involvedObject = { kind: 'Subscription', namespace: 'default', name: 'web' };
  const event = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'e', namespace: 'default' } };
  const events = { group: '', version: 'v1', resource: 'events' };
  await client.create(events, { ...event, involvedObject, reason: 'Bound' } as KubeObject);
  const { body: seen } = await ask<KubeList>(client, 'GET', `${NATIVE}/api/v1/namespaces/default/events`);
  assert.deepEqual(
    seen.items.map(({ metadata }) => metadata.name),
    ['e'],
  );
});

const TRICKS = [
  `${GROUP}/namespaces/default/subscriptions/../../../../../../api/v1/secrets`,
  `${GROUP}/namespaces/default%2Fsubscriptions`,
  `${GROUP}/namespaces/default/subscriptions//web`,
];

test('a path that can be read in two ways is refused; nothing leads back to the doors', async (t) => {
  const { hub, client, direct } = await startHub(t);
  const gateway = hub.clientOf({ ...hub.admin, ...direct });
  assert.equal((await ask(gateway, 'GET', subscriptionsIn('default'))).status, 200);
  for (const path of TRICKS) assert.equal((await ask(gateway, 'GET', path)).status, 400, path);
  const back = `${NATIVE}${NATIVE}/api/v1/namespaces`;
  assert.ok([404, 405].includes((await ask(client, 'GET', back)).status));
});

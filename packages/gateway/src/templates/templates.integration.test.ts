import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { KubeList, KubeObject, Status } from '@banyan/api';
import { MANIFESTS, RESERVED_NAMESPACE, type Manifest } from '@banyan/api/clusternet';
import type { KubeClient } from '@banyan/kube';
import { startTestCluster, type TestCluster } from '../test-cluster.ts';
import { startTestGateway } from '../test-gateway.ts';
import { grant } from '../test-objects.ts';
import {
  ask,
  askUntil,
  define,
  defineHubKinds,
  deployment,
  NATIVE,
  SHADOW,
  widgets,
} from './test-templates.ts';

const DEPLOYMENTS = `${SHADOW}/namespaces/shop/deployments`;
const NATIVE_DEPLOYMENTS = `${NATIVE}/apis/apps/v1/namespaces/shop/deployments`;
const APPLY = 'application/apply-patch+yaml';
const LEGACY = 'application/merge-patch+json';

async function startHub(t: TestContext): Promise<{ hub: TestCluster; client: KubeClient }> {
  const hub = await startTestCluster(t);
  await defineHubKinds(hub.client);
  await startTestGateway(t, hub.client, { templates: true });
  await askUntil(hub.client, DEPLOYMENTS, ({ status }) => status === 200);
  return { hub, client: hub.client };
}

async function manifestOf(client: KubeClient, name: string): Promise<Manifest> {
  return client.get<Manifest>(MANIFESTS, { namespace: RESERVED_NAMESPACE, name });
}

test('a template is kept as a Manifest, shown as itself, and goes when it is deleted', async (t) => {
  const { client } = await startHub(t);
  const made = await ask(client, 'POST', DEPLOYMENTS, { body: deployment('web') });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { apiVersion, kind, metadata } = made.body;
  assert.deepEqual([apiVersion, kind, metadata.namespace], ['apps/v1', 'Deployment', 'shop']);
  assert.equal((made.body['spec'] as { replicas: number }).replicas, 1, 'with the defaults of the hub');
  const manifest = await manifestOf(client, 'deployments.shop.web');
  assert.equal(metadata.uid, manifest.metadata.uid);
  assert.equal(metadata.resourceVersion, manifest.metadata.resourceVersion);
  assert.deepEqual(manifest.metadata.labels, {
    tier: 'front',
    'clusternet.io/created-by': 'clusternet-hub',
    'apps.clusternet.io/config.group': 'apps',
    'apps.clusternet.io/config.version': 'v1',
    'apps.clusternet.io/config.kind': 'Deployment',
    'apps.clusternet.io/config.name': 'web',
    'apps.clusternet.io/config.namespace': 'shop',
  });
  assert.equal(manifest.template['status'], undefined);
  const again = await ask<Status>(client, 'POST', DEPLOYMENTS, { body: deployment('web') });
  assert.equal(again.body.message, 'deployments.apps "web" already exists');
  const gone = await ask<Status>(client, 'DELETE', `${DEPLOYMENTS}/web`);
  assert.equal(gone.body.status, 'Success');
  assert.equal((await ask(client, 'GET', `${DEPLOYMENTS}/web`)).status, 404);
});

test('what is invalid is refused by the hub on create and on update, and nothing is stored', async (t) => {
  const { client } = await startHub(t);
  const bad = deployment('web', { replicas: -1 });
  const refused = await ask<Status>(client, 'POST', DEPLOYMENTS, { body: bad });
  assert.equal(refused.status, 422);
  assert.match(refused.body.message ?? '', /spec\.replicas: Invalid value: -1/);
  assert.equal((await ask(client, 'POST', `${DEPLOYMENTS}?dryRun=All`, { body: bad })).status, 422);
  const tried = await ask(client, 'POST', `${DEPLOYMENTS}?dryRun=All`, { body: deployment('web') });
  assert.equal(tried.status, 201);
  assert.equal((await ask(client, 'GET', `${DEPLOYMENTS}/web`)).status, 404);
  const made = await ask(client, 'POST', DEPLOYMENTS, { body: deployment('web') });
  const worse = structuredClone(made.body) as KubeObject & { spec: { replicas: number } };
  worse.spec.replicas = -1;
  assert.equal((await ask(client, 'PUT', `${DEPLOYMENTS}/web`, { body: worse })).status, 422);
  assert.equal((await ask(client, 'PUT', `${DEPLOYMENTS}/web?dryRun=All`, { body: worse })).status, 422);
  const unchanged = await ask(client, 'GET', `${DEPLOYMENTS}/web`);
  assert.equal(unchanged.body.metadata.resourceVersion, made.body.metadata.resourceVersion);
  const skipped = deployment('odd', { replicas: -1 });
  skipped.metadata.annotations = { 'apps.clusternet.io/skip-validating': 'true' };
  assert.equal((await ask(client, 'POST', DEPLOYMENTS, { body: skipped })).status, 201);
});

test('a PUT of an old version is a conflict; one of the newest keeps created-by and drops removed labels', async (t) => {
  const { client } = await startHub(t);
  const first = (await ask(client, 'POST', DEPLOYMENTS, { body: deployment('web') })).body;
  const second = structuredClone(first);
  second.metadata.labels = { tier: 'back' };
  const put = await ask(client, 'PUT', `${DEPLOYMENTS}/web`, { body: second });
  assert.equal(put.status, 200, JSON.stringify(put.body));
  assert.deepEqual(put.body.metadata.labels, { tier: 'back', 'clusternet.io/created-by': 'clusternet-hub' });
  const third = structuredClone(put.body);
  delete third.metadata.labels;
  await ask(client, 'PUT', `${DEPLOYMENTS}/web`, { body: third });
  const { labels = {} } = (await manifestOf(client, 'deployments.shop.web')).metadata;
  assert.equal(labels['tier'], undefined);
  assert.equal((await ask(client, 'PUT', `${DEPLOYMENTS}/web`, { body: second })).status, 409);
});

const PATCHES: readonly [type: string, body: unknown][] = [
  ['application/json-patch+json', [{ op: 'replace', path: '/spec/replicas', value: 5 }]],
  ['application/merge-patch+json', { spec: { replicas: 5 } }],
  [
    'application/strategic-merge-patch+json',
    { spec: { replicas: 5, template: { spec: { containers: [{ name: 'main', image: 'web:2' }] } } } },
  ],
  [
    `${APPLY}`,
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { replicas: 5 } },
  ],
];

for (const [type, body] of PATCHES)
  test(`templates take ${type}`, async (t) => {
    const { client } = await startHub(t);
    await ask(client, 'POST', DEPLOYMENTS, { body: deployment('web') });
    const path = `${DEPLOYMENTS}/web?fieldManager=me&force=${type === APPLY}`;
    const patched = await ask(client, 'PATCH', type === APPLY ? path : `${DEPLOYMENTS}/web`, { body, type });
    assert.equal(patched.status, 200, JSON.stringify(patched.body));
    const spec = patched.body['spec'] as { replicas: number; template: { spec: { containers: object[] } } };
    assert.equal(spec.replicas, 5);
    assert.equal(spec.template.spec.containers.length, 1);
  });

test('server-side apply creates, owns fields, and reports conflicts', async (t) => {
  const { client } = await startHub(t);
  const body = deployment('web', { replicas: 2 });
  const apply = (manager: string, replicas: number) => {
    (body['spec'] as { replicas: number }).replicas = replicas;
    return ask<Status>(client, 'PATCH', `${DEPLOYMENTS}/web?fieldManager=${manager}`, { body, type: APPLY });
  };
  assert.equal((await apply('one', 2)).status, 201);
  const same = await apply('one', 2);
  assert.equal(same.status, 200);
  const conflict = await apply('other', 3);
  assert.equal(conflict.status, 409);
  assert.match(conflict.body.message ?? '', /conflict with "one".*\.spec\.replicas/s);
  assert.equal((await apply('one', 4)).status, 200);
});

test('scale is read and written, by PUT and PATCH; no other endpoint is there', async (t) => {
  const { client } = await startHub(t);
  await ask(client, 'POST', DEPLOYMENTS, { body: deployment('web', { replicas: 2 }) });
  const scale = await ask(client, 'GET', `${DEPLOYMENTS}/web/scale`);
  assert.deepEqual([scale.body.kind, scale.body['spec']], ['Scale', { replicas: 2 }]);
  const body = { ...scale.body, spec: { replicas: 4 } };
  assert.equal((await ask(client, 'PUT', `${DEPLOYMENTS}/web/scale`, { body })).status, 200);
  const patch = { body: { spec: { replicas: 7 } }, type: LEGACY };
  assert.equal((await ask(client, 'PATCH', `${DEPLOYMENTS}/web/scale`, patch)).status, 200);
  const { template } = await manifestOf(client, 'deployments.shop.web');
  assert.equal((template['spec'] as { replicas: number }).replicas, 7);
  assert.equal((await ask(client, 'GET', `${DEPLOYMENTS}/web/status`)).status, 405);
  assert.equal((await ask(client, 'GET', `${NATIVE_DEPLOYMENTS}/web/status`)).status, 405);
});

test('lists choose by labels, fields and pages, and tables have the kind’s own columns', async (t) => {
  const { client } = await startHub(t);
  for (const name of ['a', 'b', 'c']) await ask(client, 'POST', DEPLOYMENTS, { body: deployment(name) });
  await ask(client, 'PATCH', `${DEPLOYMENTS}/b`, {
    body: { metadata: { labels: { tier: 'back' } } },
    type: LEGACY,
  });
  const names = async (query: string) => {
    const { body } = await ask<KubeList>(client, 'GET', `${DEPLOYMENTS}?${query}`);
    return body.items.map(({ metadata }) => metadata.name);
  };
  assert.deepEqual(await names(''), ['a', 'b', 'c']);
  assert.deepEqual(await names('labelSelector=tier%3Dfront'), ['a', 'c']);
  assert.deepEqual(await names('fieldSelector=metadata.name%3Dc'), ['c']);
  const page = await ask<KubeList>(client, 'GET', `${DEPLOYMENTS}?limit=1&labelSelector=tier%3Dfront`);
  assert.equal(page.body.items.length, 1);
  const rest = `limit=5&labelSelector=tier%3Dfront&continue=${page.body.metadata.continue}`;
  assert.deepEqual(await names(rest), ['c']);
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const table = await ask<{ columnDefinitions: { name: string }[] }>(client, 'GET', DEPLOYMENTS, { accept });
  assert.deepEqual(
    table.body.columnDefinitions.slice(0, 3).map(({ name }) => name),
    ['Name', 'Ready', 'Up-to-date'],
  );
});

test('a watch tells what comes, changes and goes, also by a selector', async (t) => {
  const { client } = await startHub(t);
  await ask(client, 'POST', DEPLOYMENTS, { body: deployment('a') });
  const { body: list } = await ask<KubeList>(client, 'GET', DEPLOYMENTS);
  const ended = new AbortController();
  t.after(() => ended.abort());
  const events: string[] = [];
  const resource = { group: 'shadow', version: 'v1alpha1', resource: 'deployments' };
  const { resourceVersion = '' } = list.metadata;
  const watch = client.watch(resource, {
    namespace: 'shop',
    labelSelector: 'tier=front',
    resourceVersion,
    signal: ended.signal,
  });
  const label = (tier: string | null) => ({ body: { metadata: { labels: { tier } } }, type: LEGACY });
  await ask(client, 'PATCH', `${DEPLOYMENTS}/a`, label('back'));
  await ask(client, 'PATCH', `${DEPLOYMENTS}/a`, label('side'));
  await ask(client, 'PATCH', `${DEPLOYMENTS}/a`, label('front'));
  await ask(client, 'POST', DEPLOYMENTS, { body: deployment('b') });
  await ask(client, 'DELETE', `${DEPLOYMENTS}/b`);
  for await (const { type, object } of watch) {
    events.push(`${type} ${object.kind} ${object.metadata.name}`);
    if (events.length === 4) break;
  }
  assert.deepEqual(events, [
    'DELETED Deployment a',
    'ADDED Deployment a',
    'ADDED Deployment b',
    'DELETED Deployment b',
  ]);
});

test('both doors lead to the same templates, and native discovery is the hub’s', async (t) => {
  const { client } = await startHub(t);
  const made = await ask(client, 'POST', NATIVE_DEPLOYMENTS, { body: deployment('web') });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.equal((await ask(client, 'GET', `${DEPLOYMENTS}/web`)).body.metadata.uid, made.body.metadata.uid);
  const groups = await ask<{ groups: { name: string }[] }>(client, 'GET', `${NATIVE}/apis`);
  const names = groups.body.groups.map(({ name }) => name);
  assert.ok(names.includes('apps') && names.includes('batch'));
  assert.ok(names.includes('apps.clusternet.io'), 'with the hub’s own kinds beside the templates');
  assert.ok(!names.some((name) => name.startsWith('proxies.') || name === 'shadow'));
  const core = await ask<{ resources: { name: string }[] }>(client, 'GET', `${NATIVE}/api/v1`);
  assert.ok(core.body.resources.some(({ name }) => name === 'configmaps'));
  assert.equal((await ask(client, 'GET', `${NATIVE}/openapi/v3`)).status, 200);
  const version = await ask<{ major: string }>(client, 'GET', `${NATIVE}/version`);
  assert.equal(version.body.major, '1');
});

test('the shadow group is in both discoveries, without short names and without the verb delete', async (t) => {
  const { client } = await startHub(t);
  await define(client, widgets('example.com'));
  await askUntil(client, `${SHADOW}/widgets`, ({ status }) => status === 200);
  const old = await ask<{ resources: { name: string; shortNames?: string[]; verbs: string[] }[] }>(
    client,
    'GET',
    SHADOW,
  );
  const found = old.body.resources.find(({ name }) => name === 'deployments');
  assert.deepEqual(found?.verbs, ['create', 'get', 'list', 'patch', 'update', 'watch']);
  assert.ok(old.body.resources.some(({ name }) => name === 'widgets'));
  assert.ok(old.body.resources.some(({ name }) => name === 'deployments/scale'));
  assert.ok(old.body.resources.every(({ shortNames }) => shortNames === undefined));
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  type Items = {
    items: { metadata: { name?: string }; versions: { resources: { resource: string }[] }[] }[];
  };
  const shown = await ask<Items>(client, 'GET', '/apis', { accept });
  const shadow = shown.body.items.find(({ metadata }) => metadata.name === 'shadow');
  assert.ok(shadow?.versions[0]?.resources.some(({ resource }) => resource === 'deployments'));
});

test('custom kinds come and go, with defaults, Scale and columns; the same plural in two groups are two', async (t) => {
  const { client } = await startHub(t);
  await define(client, widgets('a.example.com'));
  const plain = `${SHADOW}/namespaces/shop/widgets`;
  await askUntil(client, plain, ({ status }) => status === 200);
  const widget = (group: string, name: string) => ({
    apiVersion: `${group}/v1`,
    kind: 'Widget',
    metadata: { name, namespace: 'shop' },
    spec: { size: 'big' },
  });
  const first = await ask(client, 'POST', plain, { body: widget('a.example.com', 'one') });
  assert.equal(first.status, 201, JSON.stringify(first.body));
  assert.deepEqual(first.body['spec'], { size: 'big', replicas: 1 });
  await define(client, widgets('b.example.com'));
  const other = `${SHADOW}/namespaces/shop/widgets.b.example.com`;
  await askUntil(client, other, ({ status }) => status === 200);
  assert.equal((await ask(client, 'GET', `${plain}/one`)).status, 200, 'what was there before is found');
  const second = await ask(client, 'POST', other, { body: widget('b.example.com', 'one') });
  assert.equal(second.status, 201, JSON.stringify(second.body));
  assert.notEqual(second.body.metadata.uid, first.body.metadata.uid);
  const list = await ask<KubeList>(client, 'GET', other);
  assert.deepEqual(
    list.body.items.map(({ apiVersion }) => apiVersion),
    ['b.example.com/v1'],
  );
  const native = `${NATIVE}/apis/b.example.com/v1/namespaces/shop/widgets/one/scale`;
  const patch = { body: { spec: { replicas: 3 } }, type: LEGACY };
  assert.equal((await ask(client, 'PATCH', native, patch)).status, 200);
  const definitions = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
  await client.delete(definitions, { name: 'widgets.a.example.com' });
  await askUntil<KubeList>(client, plain, ({ body }) => body.items?.[0]?.apiVersion === 'b.example.com/v1');
});

test('names of any legal length, and those of RBAC', async (t) => {
  const { client } = await startHub(t);
  const name = `${'a'.repeat(120)}.${'b'.repeat(120)}`;
  const path = `${SHADOW}/namespaces/shop/configmaps`;
  const body = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'shop' },
    data: { a: 'b' },
  };
  assert.equal((await ask(client, 'POST', path, { body })).status, 201);
  assert.equal((await ask(client, 'GET', `${path}/${name}`)).body.metadata.name, name);
  const role = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'shop:reader' },
    rules: [],
  };
  assert.equal((await ask(client, 'POST', `${SHADOW}/clusterroles`, { body: role })).status, 201);
  assert.equal((await ask(client, 'GET', `${SHADOW}/clusterroles/shop:reader`)).status, 200);
});

test('what exists in the hub itself may be a template, too', async (t) => {
  const { client } = await startHub(t);
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } };
  const made = await ask(client, 'POST', `${SHADOW}/namespaces`, { body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.equal(made.body.metadata.name, 'default');
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/manifests.apps.clusternet.io';
  const { body: live } = await ask(client, 'GET', path);
  const definition = { ...live, metadata: { name: live.metadata.name }, status: undefined };
  const kept = await ask(client, 'POST', `${SHADOW}/customresourcedefinitions`, { body: definition });
  assert.equal(kept.status, 201, JSON.stringify(kept.body));
});

test('a template that is in use stays, says why, and takes changes until it goes', async (t) => {
  const { client } = await startHub(t);
  await ask(client, 'POST', DEPLOYMENTS, { body: deployment('web') });
  const key = { namespace: RESERVED_NAMESPACE, name: 'deployments.shop.web' };
  const protection = 'apps.clusternet.io/feed-protection';
  const metadata = {
    finalizers: [protection],
    annotations: { [protection]: 'used by Subscription shop/app' },
  };
  await client.patch(MANIFESTS, key, { type: 'merge', body: { metadata } });
  const answer = await ask(client, 'DELETE', `${DEPLOYMENTS}/web`);
  assert.equal(answer.status, 200);
  assert.match(answer.warning, /kept until nothing uses it: used by Subscription shop\/app/);
  const shown = await ask(client, 'GET', `${DEPLOYMENTS}/web`);
  assert.ok(shown.body.metadata.deletionTimestamp);
  assert.equal(shown.body.metadata.annotations?.[protection], 'used by Subscription shop/app');
  const patch = { body: { spec: { replicas: 3 } }, type: LEGACY };
  assert.equal((await ask(client, 'PATCH', `${DEPLOYMENTS}/web`, patch)).status, 200);
  const { template } = await manifestOf(client, key.name);
  assert.deepEqual([template.metadata.finalizers, template.metadata.annotations], [undefined, undefined]);
  await client.patch(MANIFESTS, key, { type: 'merge', body: { metadata: { finalizers: null } } });
  await askUntil(client, `${DEPLOYMENTS}/web`, ({ status }) => status === 404);
});

test('a template’s own finalizers are for members, and do not hold it', async (t) => {
  const { client } = await startHub(t);
  const body = deployment('web');
  body.metadata.finalizers = ['example.com/held'];
  await ask(client, 'POST', DEPLOYMENTS, { body });
  assert.equal((await ask(client, 'DELETE', `${DEPLOYMENTS}/web?propagationPolicy=Foreground`)).status, 200);
  assert.equal((await ask(client, 'GET', `${DEPLOYMENTS}/web`)).status, 404);
});

test('a deletion of a collection deletes nothing', async (t) => {
  const { client } = await startHub(t);
  await ask(client, 'POST', DEPLOYMENTS, { body: deployment('web') });
  const answer = await ask(client, 'DELETE', DEPLOYMENTS);
  assert.equal(answer.status, 200);
  assert.match(answer.warning, /deleted by name/);
  assert.equal((await ask(client, 'GET', `${DEPLOYMENTS}/web`)).status, 200);
});

test('rights in the shadow group count at both doors, create by apply included', async (t) => {
  const { hub, client } = await startHub(t);
  const deployments = { apiGroups: ['shadow'], resources: ['deployments'] };
  await grant(client, 'jane', 'jane', [{ ...deployments, verbs: ['get', 'list', 'patch'] }]);
  const jane = hub.clientOf(hub.peer('jane'));
  assert.equal((await ask(jane, 'GET', DEPLOYMENTS)).status, 200);
  assert.equal((await ask(jane, 'GET', NATIVE_DEPLOYMENTS)).status, 200);
  const secrets = await ask<Status>(jane, 'GET', `${NATIVE}/api/v1/namespaces/shop/secrets`);
  assert.equal(secrets.status, 403);
  assert.match(secrets.body.message ?? '', /it takes the right to secrets in API group "shadow"/);
  for (const path of [DEPLOYMENTS, NATIVE_DEPLOYMENTS]) {
    assert.equal((await ask(jane, 'POST', path, { body: deployment('web') })).status, 403);
    const apply = { body: deployment('web'), type: APPLY };
    assert.equal((await ask(jane, 'PATCH', `${path}/web?fieldManager=jane`, apply)).status, 403);
  }
});

test('writes at the same time all count', async (t) => {
  const { client } = await startHub(t);
  await ask(client, 'POST', DEPLOYMENTS, { body: deployment('web') });
  const label = (key: string) => ({ body: { metadata: { labels: { [key]: 'yes' } } }, type: LEGACY });
  const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const doors = [DEPLOYMENTS, NATIVE_DEPLOYMENTS];
  const patch = (key: string, at: number) => ask(client, 'PATCH', `${doors[at % 2]}/web`, label(key));
  const answers = await Promise.all(keys.map(patch));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const { labels = {} } = (await ask(client, 'GET', `${DEPLOYMENTS}/web`)).body.metadata;
  assert.deepEqual(
    keys.filter((key) => labels[key] !== 'yes'),
    [],
  );
});

test('a namespace that no cluster can have is refused in its name', async (t) => {
  const { client } = await startHub(t);
  const path = `${SHADOW}/namespaces/Foo_Bar/configmaps`;
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
  const refused = await ask<Status>(client, 'POST', path, { body });
  assert.equal(refused.status, 422, JSON.stringify(refused.body));
  assert.match(
    refused.body.message ?? '',
    /ConfigMap "a" is invalid: metadata.namespace: Invalid value: "Foo_Bar"/,
  );
});

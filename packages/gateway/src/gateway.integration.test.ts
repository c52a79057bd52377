import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { formatKubeconfig } from '@banyan/kube';
import { httpsExchange, httpsOpen, type HttpsPeer, type HttpsRequest } from '@banyan/testing';
import { untilKnown } from './test-ask.ts';
import { createMember } from './test-gateway.ts';
import { startTestCluster } from './test-cluster.ts';
import { accountToken, CLUSTER_ROLE_BINDINGS, createSecret, grant } from './test-objects.ts';
import { ID, PROXY_RULE, SOCKETS, startTestHub, startWorld } from './test-world.ts';

const PODS = '/api/v1/namespaces/default/pods';
const DIRECT = `${SOCKETS}/${ID}/proxy/direct`;

const askKnown = (peer: HttpsPeer, asked: HttpsRequest) => untilKnown(() => httpsExchange(peer, asked));

test('a caller reaches a member as himself, through the parent, over one connection', async (t) => {
  const { hub, member, tunnels } = await startWorld(t);
  const jane = hub.peer('jane');
  const answer = await askKnown(jane, { path: `${DIRECT}${PODS}` });
  assert.equal(answer.status, 200, answer.body.toString());
  assert.equal((JSON.parse(answer.body.toString()) as KubeObject).kind, 'PodList');
  tunnels.dialled.length = 0;
  const byName = await httpsExchange(jane, { path: `${SOCKETS}/edge/proxy/direct${PODS}` });
  assert.equal(byName.status, 200);
  const secrets = await httpsExchange(jane, { path: `${DIRECT}/api/v1/namespaces/default/secrets` });
  assert.equal(secrets.status, 403);
  assert.match(secrets.body.toString(), /User \\"jane\\" cannot list/);
  assert.deepEqual(tunnels.dialled, [], `${member.server} is reached over the first connection`);
});

test('who administers a member by the hub’s roles may do everything there, and no more when they are gone', async (t) => {
  let moved = 0;
  const { hub } = await startWorld(t, { now: () => new Date(Date.now() + moved) });
  const administer = { ...PROXY_RULE, resources: ['sockets'], resourceNames: [ID], verbs: ['administer'] };
  await grant(hub.client, 'ann-proxy', 'ann', [PROXY_RULE]);
  await grant(hub.client, 'ann', 'ann', [administer]);
  await grant(hub.client, 'bob', 'bob', [PROXY_RULE, { ...administer, resourceNames: ['another'] }]);
  const path = `${DIRECT}/api/v1/namespaces/default/secrets`;
  const status = async (user: string, groups?: readonly string[]) =>
    (await askKnown(hub.peer(user, groups), { path })).status;
  assert.equal(await status('ann'), 200);
  assert.equal(await status('bob'), 403);
  assert.equal(
    await status('jane', ['banyan:member-admins']),
    403,
    'a group of that name is not the member’s',
  );
  await hub.client.delete(CLUSTER_ROLE_BINDINGS, { name: 'ann' });
  moved = 11_000;
  assert.equal(await status('ann'), 403);
  assert.equal(
    (await askKnown(hub.peer('ann'), { path: `${DIRECT}/version` })).status,
    200,
    'but still goes there',
  );
  await hub.client.delete(CLUSTER_ROLE_BINDINGS, { name: 'ann-proxy' });
  const refused = await httpsExchange(hub.peer('ann'), { path: `${DIRECT}/version` });
  assert.match(refused.body.toString(), /sockets\.proxies\.clusternet\.io .* is forbidden/);
});

test('an account of the hub is not the member’s account of the same name', async (t) => {
  const { hub, member } = await startWorld(t);
  const token = await accountToken(hub.client, 'default', 'robot');
  await grant(hub.client, 'robot', 'account:default/robot', [PROXY_RULE]);
  await grant(member.client, 'robot', 'account:default/robot', [
    { apiGroups: [''], resources: ['*'], verbs: ['*'] },
  ]);
  const request = { path: `${DIRECT}${PODS}`, headers: { authorization: `Bearer ${token}` } };
  const { server, ca } = hub;
  const refused = await askKnown({ server, ca }, request);
  assert.equal(refused.status, 403);
  assert.match(refused.body.toString(), /User \\"banyan:system:serviceaccount:default:robot\\" cannot list/);
});

test('events of a watch arrive as they happen', async (t) => {
  const { hub, member } = await startWorld(t);
  const jane = hub.peer('jane');
  await askKnown(jane, { path: `${DIRECT}${PODS}` });
  const ended = new AbortController();
  const path = `${DIRECT}/api/v1/namespaces/default/configmaps?watch=true`;
  const watch = await httpsOpen(jane, { path, signal: ended.signal });
  const maps = { group: '', version: 'v1', resource: 'configmaps' };
  const metadata = { namespace: 'default', name: 'web' };
  await member.client.create(maps, { apiVersion: 'v1', kind: 'ConfigMap', metadata });
  const [event] = (await watch.take(1).toArray()) as Buffer[];
  assert.match(String(event), /"type":"ADDED"/);
  ended.abort();
});

test('the documented way: as user clusternet, with a token of the member in the extras', async (t) => {
  const { hub, member } = await startWorld(t);
  const token = await accountToken(member.client, 'default', 'reader');
  await grant(member.client, 'reader', 'account:default/reader', [
    { apiGroups: [''], resources: ['secrets'], verbs: ['list'] },
  ]);
  await grant(hub.client, 'kim', 'kim', [
    { apiGroups: [''], resources: ['users'], resourceNames: ['clusternet'], verbs: ['impersonate'] },
    {
      apiGroups: ['authentication.k8s.io'],
      resources: ['userextras/clusternet-token'],
      verbs: ['impersonate'],
    },
  ]);
  const path = `${DIRECT}/api/v1/namespaces/default/secrets`;
  const asClusternet = { 'impersonate-user': 'clusternet' };
  const withToken = { ...asClusternet, 'impersonate-extra-clusternet-token': token };
  const kim = hub.peer('kim');
  assert.equal((await askKnown(kim, { path, headers: withToken })).status, 200);
  assert.equal(
    (await httpsExchange(kim, { path, headers: asClusternet })).status,
    403,
    'he is nobody himself',
  );
  const wrong = { ...asClusternet, 'impersonate-extra-clusternet-token': 'made-up' };
  assert.equal((await httpsExchange(kim, { path, headers: wrong })).status, 401, 'the member’s own answer');
});

test('a member without an agent is reached by its kubeconfig', async (t) => {
  const [{ hub }, member] = await Promise.all([startTestHub(t), startTestCluster(t)]);
  const namespace = await createMember(hub.client, {
    id: ID,
    name: 'plain',
    apiserverURL: '',
    access: 'kubeconfig',
  });
  const { certificate: cert, key } = member.certificateOf('hub', ['system:masters']);
  const { server, ca } = member;
  const kubeconfig = formatKubeconfig([{ name: 'plain', server, ca, clientCertificate: { cert, key } }]);
  await createSecret(hub.client, { namespace, name: 'member-kubeconfig' }, { kubeconfig });
  await grant(member.client, 'jane', 'jane', [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }]);
  const jane = hub.peer('jane');
  assert.equal((await askKnown(jane, { path: `${DIRECT}${PODS}` })).status, 200);
  assert.equal((await httpsExchange(jane, { path: `${DIRECT}/api/v1/nodes` })).status, 403, 'as himself');
  const service = await httpsExchange(jane, { path: `${SOCKETS}/plain/proxy/http/web.default` });
  assert.equal(service.status, 400);
  assert.match(service.body.toString(), /has no agent/);
});

test('discovery shows sockets as Clusternet does', async (t) => {
  const { hub } = await startTestHub(t);
  const { body } = await httpsExchange(hub.admin, { path: '/apis/proxies.clusternet.io/v1alpha1' });
  const { resources } = JSON.parse(body.toString()) as { resources: { name: string }[] };
  const verbs = ['create', 'delete', 'get', 'patch', 'update'];
  const common = { namespaced: false, kind: 'Socket' };
  assert.deepEqual(resources, [
    {
      name: 'sockets',
      singularName: 'socket',
      ...common,
      verbs,
      shortNames: ['ss'],
      categories: ['clusternet'],
    },
    { name: 'sockets/attach', singularName: '', ...common, verbs: ['get'] },
    { name: 'sockets/proxy', singularName: '', ...common, verbs },
  ]);
});

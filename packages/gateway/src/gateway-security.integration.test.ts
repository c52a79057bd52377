import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MANAGED_CLUSTERS } from '@banyan/api/clusternet';
import { eventually, httpsExchange, type HttpsPeer, type HttpsRequest } from '@banyan/testing';
import { askToUpgrade, untilKnown } from './test-ask.ts';
import { createMember } from './test-gateway.ts';
import { VALIDITY, type SeenRequest, type TestMemberServer } from './test-member-server.ts';
import { accountToken, createSecret, grant } from './test-objects.ts';
import { ID, MEMBER_TOKEN, PROXY_RULE, SOCKETS, startTestHub, startWatchedWorld } from './test-world.ts';

const DIRECT = `${SOCKETS}/${ID}/proxy/direct`;

const askKnown = (peer: HttpsPeer, asked: HttpsRequest) => untilKnown(() => httpsExchange(peer, asked));

function lastSeen({ seen }: TestMemberServer): SeenRequest {
  const last = seen.at(-1);
  assert.ok(last !== undefined, 'nothing has reached the member');
  return last;
}

const messageOf = ({ body }: { body: Buffer }) =>
  (JSON.parse(body.toString()) as { message: string }).message;

test('whoever does not say who he is is refused', async (t) => {
  const { hub, member, direct } = await startWatchedWorld(t);
  await grant(hub.client, 'everyone', 'group:system:unauthenticated', [PROXY_RULE]);
  for (const peer of [{ server: hub.server, ca: hub.ca }, direct]) {
    const answer = await httpsExchange(peer, { path: `${DIRECT}/version` });
    assert.equal(answer.status, 403);
    assert.match(messageOf(answer), /--anonymous-proxy/);
  }
  assert.equal(member.seen.length, 0);
});

test('with --anonymous-proxy the documented curl works, and nobody is nobody in the member', async (t) => {
  const { hub, member } = await startWatchedWorld(t, { anonymousProxy: true });
  const anyone = { server: hub.server, ca: hub.ca };
  await grant(hub.client, 'everyone', 'group:system:unauthenticated', [
    PROXY_RULE,
    { apiGroups: [''], resources: ['users'], resourceNames: ['clusternet'], verbs: ['impersonate'] },
    {
      apiGroups: ['authentication.k8s.io'],
      resources: ['userextras/clusternet-token'],
      verbs: ['impersonate'],
    },
  ]);
  const headers = {
    authorization: 'Basic system:anonymous',
    'impersonate-user': 'clusternet',
    'impersonate-extra-clusternet-token': 'of-the-member',
  };
  assert.equal((await askKnown(anyone, { path: `${DIRECT}/version`, headers })).status, 200);
  assert.equal(member.seen.at(-1)?.headers.authorization, 'Bearer of-the-member');
  assert.equal((await askKnown(anyone, { path: `${DIRECT}/version` })).status, 200);
  const seen = member.seen.at(-1)?.headers;
  assert.deepEqual([seen?.authorization, seen?.['impersonate-user']], [undefined, undefined]);
});

test('who has no role on sockets/proxy is refused, at the gateway itself too', async (t) => {
  const { hub, member, direct } = await startWatchedWorld(t);
  const john = hub.peer('john');
  assert.equal((await httpsExchange(john, { path: `${DIRECT}/version` })).status, 403);
  assert.equal((await httpsExchange({ ...john, ...direct }, { path: `${DIRECT}/version` })).status, 403);
  assert.equal(member.seen.length, 0);
});

test('what the caller proves himself by, and what he claims, does not reach the member', async (t) => {
  const { hub, member, direct } = await startWatchedWorld(t);
  const robot = await accountToken(hub.client, 'default', 'robot');
  await grant(hub.client, 'robot', 'account:default/robot', [PROXY_RULE]);
  const claims = {
    cookie: 'session=hub',
    'x-remote-user': 'admin',
    'x-remote-group': 'system:masters',
    'x-remote-extra-clusternet-token': 'forged',
    'proxy-authorization': 'Basic x',
    'keep-alive': '5',
  };
  const headers = { ...claims, authorization: `Bearer ${robot}` };
  for (const peer of [{ server: hub.server, ca: hub.ca }, direct]) {
    const answer = await askKnown(peer, { path: `${DIRECT}/api/v1/pods?limit=5`, headers });
    assert.equal(answer.status, 200, answer.body.toString());
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.equal(answer.headers['x-answer'], 'yes');
    const { headers: seen, url } = lastSeen(member);
    assert.equal(url, '/api/v1/pods?limit=5');
    assert.equal(seen.authorization, `Bearer ${MEMBER_TOKEN}`);
    assert.equal(seen['impersonate-user'], 'banyan:system:serviceaccount:default:robot');
    assert.equal(seen['impersonate-group'], 'system:authenticated');
    assert.equal(seen.host, new URL(member.server).host);
    for (const name of [...Object.keys(claims), 'x-remote-uid']) assert.equal(seen[name], undefined, name);
  }
});

test('who asks the gateway itself to be someone else is told to ask the parent', async (t) => {
  const { hub, direct } = await startWatchedWorld(t);
  const asked = { path: `${DIRECT}/version`, headers: { 'impersonate-user': 'admin' } };
  assert.equal((await httpsExchange({ ...hub.peer('jane'), ...direct }, asked)).status, 400);
});

test('a certificate and its key in the extras are shown to the member, and nothing of ours', async (t) => {
  const { hub, member } = await startWatchedWorld(t);
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const { certificate, key } = member.authority.issue({ commonName: 'kim', usages: ['client'], ...VALIDITY });
  const extras = (cert: string, privateKey: string) => ({
    'impersonate-user': 'clusternet',
    'impersonate-extra-clusternet-certificate': cert,
    'impersonate-extra-clusternet-privatekey': privateKey,
  });
  const ask = (headers: Record<string, string>) =>
    askKnown(hub.admin, { path: `${DIRECT}/version`, headers });
  assert.equal((await ask(extras(base64(certificate), base64(key)))).status, 200);
  const seen = member.seen.at(-1);
  assert.equal(seen?.certificate, 'kim');
  assert.deepEqual([seen.headers.authorization, seen.headers['impersonate-user']], [undefined, undefined]);
  // The next caller does not get kim's connection.
  assert.equal((await askKnown(hub.peer('jane'), { path: `${DIRECT}/version` })).status, 200);
  assert.equal(member.seen.at(-1)?.certificate, '');
  for (const [cert, privateKey] of [
    ['%%%', base64(key)],
    [base64(certificate), ''],
    [base64('no PEM'), base64(key)],
    [base64(certificate), base64(certificate)],
  ] as const) {
    const refused = await ask(extras(cert, privateKey));
    assert.equal(refused.status, 400, cert);
    assert.match(messageOf(refused), /clusternet-(certificate|privatekey)/);
    assert.doesNotMatch(refused.body.toString(), new RegExp(base64(key).slice(0, 40)));
  }
});

const TRICKS = [
  '/../../../api/v1/secrets',
  '/api/../version',
  '/api/%2e%2e/version',
  '/api/.%2E/version',
  '/./version',
  '/api%2Fv1',
  '/api%5cv1',
  '//api/v1',
  '/api//v1',
  '/api\\v1',
  '/api/v1%00',
  '/api/v1%zz',
  '/api#x',
];

test('tricks with paths are refused and reach nobody', async (t) => {
  const { hub, member, direct } = await startWatchedWorld(t);
  const jane = { ...hub.peer('jane'), ...direct };
  await askKnown(jane, { path: `${DIRECT}/version` });
  member.seen.length = 0;
  for (const trick of TRICKS) {
    const answer = await httpsExchange(jane, { path: `${DIRECT}${trick}` });
    assert.equal(answer.status, 400, trick);
  }
  for (const path of [
    '/http/user:pw@web.default/',
    '/https/http:%2f%2fweb/',
    '/http/http://web/',
    '/http/web:0/',
  ]) {
    const answer = await httpsExchange(jane, { path: `${SOCKETS}/${ID}/proxy${path}` });
    assert.equal(answer.status, 400, path);
  }
  for (const path of [
    '/proxy',
    '/proxy/',
    '/proxy/directly/version',
    '/proxy/ftp/web',
    '/proxy/http',
    '/proxy/http/',
  ]) {
    const answer = await httpsExchange(jane, { path: `${SOCKETS}/${ID}${path}` });
    assert.equal(answer.status, 404, path);
  }
  const escaped = `/apis/proxies.clusternet.io/v1alpha1/sockets%2F${ID}/proxy/direct/version`;
  assert.equal((await httpsExchange(jane, { path: escaped })).status, 400);
  assert.equal(member.seen.length, 0);
});

test('what is no trick goes on byte for byte', async (t) => {
  const { hub, member, direct } = await startWatchedWorld(t);
  const jane = { ...hub.peer('jane'), ...direct };
  for (const path of [
    '/api/v1/x%20y?a=b%2Fc&d=%zz;e&a=2',
    '/api/v1/proxy/a:80/',
    '/apis/x/v1/A(b)\'"<>|^`{}',
    '/api/v1/a%252e%252e',
    '/',
  ]) {
    assert.equal((await askKnown(jane, { path: `${DIRECT}${path}` })).status, 200, path);
    assert.equal(member.seen.at(-1)?.url, path);
  }
  assert.equal((await askKnown(jane, { path: DIRECT })).status, 200);
  assert.equal(member.seen.at(-1)?.url, '/', 'no redirection');
});

test('headers that are too large are refused', async (t) => {
  const { hub, member, direct } = await startWatchedWorld(t);
  const headers = { 'x-large': 'x'.repeat(20_000) };
  const jane = { ...hub.peer('jane'), ...direct };
  const answer = await httpsExchange(jane, { path: `${DIRECT}/version`, headers });
  assert.equal(answer.status, 431);
  assert.equal(member.seen.length, 0);
});

const METADATA = [
  '169.254.169.254',
  'localhost:8080',
  '127.0.0.1',
  '[::1]:80',
  '2130706433',
  '0x7f.1',
  '0.0.0.0',
  '[::ffff:169.254.169.254]',
  'metadata.google.internal',
  'a.localhost',
  '127.1',
  '[fe80::1]',
];

test('metadata, loopback and link-local targets are refused unless they are configured', async (t) => {
  const { hub, direct, tunnels } = await startWatchedWorld(t, { allowedTargets: ['127.0.0.2:1'] });
  const jane = { ...hub.peer('jane'), ...direct };
  await askKnown(jane, { path: `${DIRECT}/version` });
  tunnels.dialled.length = 0;
  for (const host of METADATA)
    for (const scheme of ['http', 'https']) {
      const answer = await httpsExchange(jane, { path: `${SOCKETS}/${ID}/proxy/${scheme}/${host}/latest` });
      assert.equal(answer.status, 403, `${scheme}/${host}`);
    }
  assert.deepEqual(tunnels.dialled, []);
  const configured = await httpsExchange(jane, { path: `${SOCKETS}/${ID}/proxy/http/127.0.0.2:1/` });
  assert.equal(configured.status, 502, 'tried, and nobody is there');
});

function attach(peer: HttpsPeer, path: string, headers: Record<string, string>) {
  return askToUpgrade(peer, `${SOCKETS}${path}`, headers);
}

test('an agent attaches with its own token, and with another cluster’s it is refused', async (t) => {
  const { hub, tunnels, direct } = await startTestHub(t);
  const other = '99999999-2222-4333-8444-555555555555';
  await createMember(hub.client, { id: ID, name: 'edge', apiserverURL: 'https://10.0.0.1' });
  await createMember(hub.client, { id: other, name: 'other', apiserverURL: 'https://10.0.0.1' });
  const token = await accountToken(hub.client, 'clusternet-edge', 'clusternet-edge');
  const sockets = { apiGroups: ['proxies.clusternet.io'], verbs: ['get', 'create'], resourceNames: [ID] };
  await grant(hub.client, 'edge', 'account:clusternet-edge/clusternet-edge', [
    { ...sockets, resources: ['sockets', 'sockets/attach'] },
  ]);
  const h2 = { authorization: `Bearer ${token}`, 'sec-websocket-protocol': 'banyan.h2.v1' };
  const plain = { authorization: `Bearer ${token}` };
  for (const peer of [{ server: hub.server, ca: hub.ca }, direct]) {
    tunnels.accepted.length = 0;
    for (const [path, headers] of [
      [`/${ID}/attach`, h2],
      [`/${ID}`, plain],
      [`/${ID}/`, plain],
      [`/${ID}`, h2],
    ] as const) {
      const { status, socket } = await attach(peer, path, headers);
      assert.equal(status, 101, path);
      socket?.destroy();
    }
    assert.deepEqual(
      tunnels.accepted.map(({ memberId, protocol }) => [memberId, protocol]),
      [
        [ID, 'h2'],
        [ID, 'remotedialer'],
        [ID, 'remotedialer'],
        [ID, 'h2'],
      ],
    );
    assert.equal((await attach(peer, `/${other}/attach`, h2)).status, 403);
    assert.equal((await attach(peer, `/${other}`, plain)).status, 403);
    assert.equal(
      (await attach(peer, `/${ID}/attach`, { ...h2, authorization: 'Bearer made-up' })).status,
      401,
    );
    assert.equal((await attach(peer, `/${ID}/attach`, plain)).status, 400, 'an old agent’s protocol');
    assert.equal(
      (await httpsExchange(peer, { path: `${SOCKETS}/${ID}/attach`, headers: plain })).status,
      400,
    );
    assert.equal(
      (await httpsExchange(peer, { path: `${SOCKETS}/${ID}/proxy/direct/`, headers: plain })).status,
      403,
    );
    assert.equal(tunnels.accepted.length, 4);
  }
});

test('no one attaches for a member that does not exist, nor by a member’s name', async (t) => {
  const { hub, tunnels } = await startTestHub(t);
  await createMember(hub.client, { id: ID, name: 'edge', apiserverURL: 'https://10.0.0.1' });
  const h2 = { 'sec-websocket-protocol': 'banyan.h2.v1' };
  assert.equal((await attach(hub.admin, '/edge/attach', h2)).status, 404);
  assert.equal((await attach(hub.admin, `/${ID}/attach`, h2)).status, 101);
  tunnels.accepted[0]?.socket.destroy();
});

test('who takes another’s cluster id does not take its place', async (t) => {
  const { hub, tunnels } = await startWatchedWorld(t);
  const jane = hub.peer('jane');
  const other = '99999999-2222-4333-8444-555555555555';
  const thief = { id: other, name: 'a-thief', apiserverURL: 'https://127.0.0.1:1' };
  const namespace = await createMember(hub.client, thief);
  await createSecret(hub.client, { namespace, name: 'member-gateway' }, { token: 'x' });
  await askKnown(jane, { path: `${DIRECT}/version` });
  assert.equal((await askKnown(jane, { path: `${SOCKETS}/a-thief/proxy/direct/` })).status, 502);
  // An agent may change the record of its member.
  const patch = { type: 'merge', body: { spec: { clusterId: ID } } } as const;
  await hub.client.patch(MANAGED_CLUSTERS, { namespace, name: 'a-thief' }, patch);
  await eventually('the news have arrived', async () => {
    const { status } = await httpsExchange(jane, { path: `${SOCKETS}/a-thief/proxy/direct/` });
    return status === 404;
  });
  tunnels.dialled.length = 0;
  assert.equal((await httpsExchange(jane, { path: `${DIRECT}/version` })).status, 200);
  assert.deepEqual(tunnels.dialled, [], 'by the connection that there was');
});

test('secrets are in no log, audit line or answer', async (t) => {
  const logged: string[] = [];
  const note = (fields: object, message: string) => {
    const { err } = fields as { err?: { stack?: string } };
    logged.push(JSON.stringify([fields, err?.stack, message]));
  };
  const logger = { debug: note, info: note, warn: note, error: note };
  const { hub, tunnels, audit, direct } = await startWatchedWorld(t, { logger });
  const robot = await accountToken(hub.client, 'default', 'robot');
  await grant(hub.client, 'robot', 'account:default/robot', [PROXY_RULE]);
  const secrets = ['passed-secret', MEMBER_TOKEN, robot, 'query-secret'];
  const passed = { 'impersonate-user': 'clusternet', 'impersonate-extra-clusternet-token': 'passed-secret' };
  const answers: string[] = [];
  const ask = async (peer: HttpsPeer, asked: HttpsRequest) => {
    const { body, headers } = await askKnown(peer, asked);
    answers.push(body.toString(), JSON.stringify(headers));
  };
  const path = `${DIRECT}/api/v1/pods?token=query-secret`;
  await ask(hub.admin, { path, headers: passed });
  await ask(direct, { path, headers: { authorization: `Bearer ${robot}` } });
  tunnels.failures.set(ID, Object.assign(new Error('no'), { code: 'refused' }));
  const refused = { ...passed, 'impersonate-extra-clusternet-token': 'passed-secret' };
  await ask(hub.admin, {
    path: `${SOCKETS}/${ID}/proxy/https/web.default/?x=query-secret`,
    headers: refused,
  });
  await ask(hub.admin, { path: `${DIRECT}/a%2fb?x=query-secret`, headers: passed });
  await eventually('all is written down', () => audit.length >= 4);
  for (const secret of secrets)
    for (const text of [...logged, ...audit, ...answers]) assert.doesNotMatch(text, new RegExp(secret));
});

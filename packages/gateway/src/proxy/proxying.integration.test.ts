import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { INSECURE_ANNOTATION } from '@banyan/api/banyan';
import { CertificateAuthority } from '@banyan/kube';
import { eventually, httpsExchange, httpsOpen, type HttpsPeer, type HttpsRequest } from '@banyan/testing';
import { askToUpgrade, untilKnown } from '../test-ask.ts';
import { createMember } from '../test-gateway.ts';
import { startTestMemberServer, VALIDITY } from '../test-member-server.ts';
import { createSecret } from '../test-objects.ts';
import { ID, SOCKETS, startTestHub, startWatchedWorld } from '../test-world.ts';

const DIRECT = `${SOCKETS}/${ID}/proxy/direct`;

const askKnown = (peer: HttpsPeer, asked: HttpsRequest) => untilKnown(() => httpsExchange(peer, asked));

const messageOf = ({ body }: { body: Buffer }) =>
  (JSON.parse(body.toString()) as { message: string }).message;

test('every method reaches the member, with its body', async (t) => {
  const { hub, member, direct } = await startWatchedWorld(t);
  for (const peer of [hub.admin, { ...hub.admin, ...direct }]) {
    await askKnown(peer, { path: `${DIRECT}/x` });
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'POST', 'PUT', 'PATCH']) {
      const body = method.startsWith('P') ? { body: `body of ${method}` } : {};
      const answer = await httpsExchange(peer, { method, path: `${DIRECT}/x`, ...body });
      assert.equal(answer.status, 200, method);
      assert.equal(answer.body.toString(), method === 'HEAD' ? '' : 'hello');
      const seen = member.seen.at(-1);
      assert.deepEqual([seen?.method, seen?.body], [method, body.body ?? '']);
    }
  }
});

test('a hundred requests share a few connections, and a long body arrives whole', async (t) => {
  const { hub, member, direct } = await startWatchedWorld(t);
  const jane = { ...hub.peer('jane'), ...direct };
  await askKnown(jane, { path: `${DIRECT}/x` });
  const before = member.connections();
  for (let i = 0; i < 100; i++) await httpsExchange(jane, { path: `${DIRECT}/x` });
  assert.equal(member.connections(), before);
  await Promise.all(Array.from({ length: 20 }, () => httpsExchange(jane, { path: `${DIRECT}/x` })));
  await Promise.all(Array.from({ length: 20 }, () => httpsExchange(jane, { path: `${DIRECT}/x` })));
  assert.ok(member.connections() <= before + 20, 'what one burst opened serves the next');
  const body = randomBytes(3_000_000);
  member.onRequest = (request, response) => void request.pipe(response);
  const answer = await httpsExchange(jane, { method: 'POST', path: `${DIRECT}/x`, body });
  assert.ok(answer.body.equals(body));
});

test('a kept connection that the member closes under a request costs nothing but the time', async (t) => {
  const { hub, member, direct } = await startWatchedWorld(t);
  const jane = { ...hub.peer('jane'), ...direct };
  await askKnown(jane, { path: `${DIRECT}/x` });
  let cut = 0;
  member.onRequest = (request, response) => {
    if (cut++ === 0) request.socket.destroy();
    else response.end('again');
  };
  const answer = await httpsExchange(jane, { path: `${DIRECT}/x` });
  assert.deepEqual([answer.status, answer.body.toString(), cut], [200, 'again', 2]);
  cut = 0;
  const post = await httpsExchange(jane, { method: 'POST', path: `${DIRECT}/x`, body: 'once' });
  assert.deepEqual([post.status, cut], [502, 1], 'what may have been done is not done again');
});

for (const protocol of ['websocket', 'SPDY/3.1'])
  test(`bytes go both ways after an upgrade to ${protocol}`, async (t) => {
    const { hub, member, direct } = await startWatchedWorld(t);
    for (const peer of [hub.peer('jane'), { ...hub.peer('jane'), ...direct }]) {
      await askKnown(peer, { path: `${DIRECT}/x` });
      const path = `${DIRECT}/api/v1/namespaces/n/pods/p/exec?command=sh`;
      const { socket } = await askToUpgrade(peer, path, { upgrade: protocol, cookie: 'a=b' });
      assert.ok(socket !== undefined);
      const sent = randomBytes(1_000_000);
      socket.write(sent);
      const parts: Buffer[] = [];
      for await (const part of socket as AsyncIterable<Buffer>) {
        parts.push(part);
        if (parts.reduce((sum, { length }) => sum + length, 0) >= sent.length) break;
      }
      assert.ok(Buffer.concat(parts).equals(sent));
      const seen = member.seen.at(-1);
      assert.equal(seen?.url, '/api/v1/namespaces/n/pods/p/exec?command=sh');
      assert.deepEqual([seen.headers['impersonate-user'], seen.headers.cookie], ['jane', undefined]);
    }
  });

test('when the caller goes, so does the request in the member', async (t) => {
  const { hub, member, direct } = await startWatchedWorld(t);
  const jane = { ...hub.peer('jane'), ...direct };
  await askKnown(jane, { path: `${DIRECT}/x` });
  let isOver = false;
  member.onRequest = (_request, response) => {
    response.write('first');
    response.once('close', () => (isOver = true));
  };
  const ended = new AbortController();
  const answer = await httpsOpen(jane, { path: `${DIRECT}/x?watch=1`, signal: ended.signal });
  const [first] = (await answer.take(1).toArray()) as Buffer[];
  assert.equal(String(first), 'first');
  ended.abort();
  await eventually('the member’s side is over', () => isOver);
});

test('failures say which member, what is wrong and what to do', async (t) => {
  const { hub, direct, tunnels } = await startWatchedWorld(t, { allowedTargets: ['127.0.0.1'] });
  const jane = { ...hub.peer('jane'), ...direct };
  await askKnown(jane, { path: `${DIRECT}/x` });
  const unknown = await httpsExchange(jane, { path: `${SOCKETS}/nobody/proxy/direct/` });
  assert.equal(unknown.status, 404);
  assert.match(messageOf(unknown), /no member has the id or name "nobody"; see/);
  const FAILURES = [
    ['not-connected', 503, /member "edge" .* its agent is not connected .* `banyan agent`/],
    ['closed', 503, /the connection to its agent was lost/],
    ['refused', 403, /a connection to web\.shop is not allowed: no/],
    ['unreachable', 502, /web\.shop cannot be reached: no/],
    ['ETIMEDOUT', 502, /web\.shop cannot be reached/],
  ] as const;
  for (const [code, status, message] of FAILURES) {
    tunnels.failures.set(ID, Object.assign(new Error('no'), { code }));
    const answer = await httpsExchange(jane, { path: `${SOCKETS}/edge/proxy/http/web.shop/` });
    assert.equal(answer.status, status, code);
    assert.match(messageOf(answer), message);
    // With it kubectl would go on asking for a minute.
    assert.equal(answer.headers['retry-after'], code === 'closed' ? '1' : undefined);
    const upgrade = await askToUpgrade(jane, `${SOCKETS}/edge/proxy/http/web.shop/`, {});
    assert.equal(upgrade.status, status, `${code} of an upgrade`);
  }
});

test('a member of which too little is known is unavailable, not broken', async (t) => {
  const { hub } = await startTestHub(t);
  const member = await startTestMemberServer(t);
  const jane = hub.peer('jane');
  const known = async (name: string, status: number) => {
    let answer = await httpsExchange(jane, { path: `${SOCKETS}/${name}/proxy/direct/x` });
    await eventually(`${name} is answered ${status}`, async () => {
      answer = await httpsExchange(jane, { path: `${SOCKETS}/${name}/proxy/direct/x` });
      return answer.status === status;
    });
    return messageOf(answer);
  };
  await createMember(hub.client, { id: 'a', name: 'no-url', apiserverURL: '' });
  assert.match(await known('no-url', 503), /has not said yet where its API server is/);
  const plain = await createMember(hub.client, { id: 'b', name: 'plain', apiserverURL: 'http://10.0.0.1' });
  await createSecret(hub.client, { namespace: plain, name: 'member-gateway' }, { token: 't' });
  assert.match(await known('plain', 502), /not an https URL/);
  await createMember(hub.client, { id: 'c', name: 'no-token', apiserverURL: member.server });
  assert.match(await known('no-token', 503), /no credential yet/);
});

test('a member whose certificate is not its CA’s gets nothing, unless a person wants it so', async (t) => {
  const { hub } = await startTestHub(t);
  const member = await startTestMemberServer(t);
  const other = CertificateAuthority.create('other', VALIDITY.notBefore, VALIDITY.notAfter);
  const jane = hub.peer('jane');
  const url = { apiserverURL: member.server };
  const data = { 'ca.crt': other.certificate, token: 'secret' };
  const annotations = { [INSECURE_ANNOTATION]: 'true' };
  const wrong = await createMember(hub.client, { id: 'a', name: 'wrong', ...url });
  const insecure = await createMember(hub.client, { id: 'b', name: 'insecure', ...url, annotations });
  for (const namespace of [wrong, insecure])
    await createSecret(hub.client, { namespace, name: 'member-gateway' }, data);
  const refused = await askKnown(jane, { path: `${SOCKETS}/wrong/proxy/direct/x` });
  assert.equal(refused.status, 502);
  assert.match(messageOf(refused), /member "wrong" .*certificate of 127\.0\.0\.1:\d+ is not signed by/);
  assert.equal(member.seen.length, 0);
  assert.equal((await askKnown(jane, { path: `${SOCKETS}/insecure/proxy/direct/x` })).status, 200);
});

/** Services in a member's network. */
async function startServices(t: TestContext, authority: CertificateAuthority) {
  const pair = authority.issue({ commonName: 'web', hosts: ['127.0.0.1'], usages: ['server'], ...VALIDITY });
  const seen: { headers: Record<string, unknown>; url: string }[] = [];
  const services = [createServer(), createSecureServer({ cert: pair.certificate, key: pair.key })].map(
    async (server) => {
      server.on('request', (request, response) => {
        seen.push({ headers: request.headers, url: request.url ?? '' });
        response.end('served');
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      t.after(() => {
        server.closeAllConnections();
        server.close();
      });
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
  );
  const [plain = '', secure = ''] = await Promise.all(services);
  return { plain, secure, seen };
}

test('services of a member are reached, and never get the hub’s credential', async (t) => {
  const { hub, member, direct, tunnels } = await startWatchedWorld(t, { allowedTargets: ['127.0.0.1'] });
  const jane = { ...hub.peer('jane'), ...direct };
  const { plain, secure, seen } = await startServices(t, member.authority);
  await askKnown(jane, { path: `${DIRECT}/x` });
  tunnels.dialled.length = 0;
  for (const target of [`http/${plain}`, `https/${secure}`])
    for (let i = 0; i < 3; i++) {
      const answer = await httpsExchange(jane, { path: `${SOCKETS}/edge/proxy/${target}/a?b=c` });
      assert.equal(answer.body.toString(), 'served', target);
      const { headers, url } = seen.at(-1) ?? { headers: {}, url: '' };
      assert.equal(url, '/a?b=c');
      assert.equal(headers['host'], target.split('/')[1]);
      assert.deepEqual([headers['authorization'], headers['impersonate-user']], [undefined, undefined]);
    }
  assert.equal(tunnels.dialled.length, 2, 'plain connections are kept too');
  const stranger = CertificateAuthority.create('stranger', VALIDITY.notBefore, VALIDITY.notAfter);
  const { secure: unknown } = await startServices(t, stranger);
  const refused = await httpsExchange(jane, { path: `${SOCKETS}/edge/proxy/https/${unknown}/` });
  assert.equal(refused.status, 502);
  assert.match(messageOf(refused), /certificate/);
});

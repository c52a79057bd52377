import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectHttp2, type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import type { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { startTestApiServer, type TestPeer } from '../test-api-server.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
const JSON_BODY = { 'content-type': 'application/json' };

test('a server stops though connections are open that never began to speak', async (t) => {
  await using server = await startTestApiServer();
  const silent = connectTcp(server.port, '127.0.0.1');
  silent.on('error', () => {});
  t.after(() => silent.destroy());
  await once(silent, 'connect');
  await asks(t, server.admin).answer({ ':path': '/version' });
  await server.stop();
});

test('what is under way ends well when the server stops, over either protocol', async (t) => {
  await using server = await startTestApiServer();
  const { session } = asks(t, server.admin);
  const watch = session.request({ ':path': `${CONFIG_MAPS}?watch=1` });
  await once(watch, 'response');
  const socket = connectTls({ ...tlsOf(server.admin), port: server.port, ALPNProtocols: ['http/1.1'] });
  t.after(() => socket.destroy());
  socket.write(`GET ${CONFIG_MAPS}?watch=1 HTTP/1.1\r\nhost: x\r\n\r\n`);
  await once(socket, 'data');
  const [overHttp2, overHttp1] = [textOf(watch), textOf(socket)];
  const began = Date.now();
  await server.stop();
  assert.equal(await overHttp2, '');
  assert.match(await overHttp1, /0\r\n\r\n$/);
  // The server's own grace, which it waits for in full if it waits at all.
  assert.ok(Date.now() - began < 5000, 'it waited for clients that had all they wanted');
});

test('a client that goes while it sends is no defect of the server', async (t) => {
  await using server = await startTestApiServer();
  for (let i = 0; i < 3; i += 1) {
    const socket = connectTls({ ...tlsOf(server.admin), port: server.port, ALPNProtocols: ['http/1.1'] });
    await once(socket, 'secureConnect');
    socket.write(`POST ${CONFIG_MAPS} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"a"`);
    const client = asks(t, server.admin);
    const stream = client.session.request({ ':path': CONFIG_MAPS, ':method': 'POST', ...JSON_BODY });
    stream.on('error', () => {});
    stream.write('{"a"');
    await client.answer({ ':path': '/version' });
    socket.destroy();
    client.session.destroy();
  }
  await asks(t, server.admin).answer({ ':path': '/version' });
  assert.deepEqual(server.defects, []);
});

test('users who never end what they send do not keep others out', async (t) => {
  await using server = await startTestApiServer();
  const held: ClientHttp2Session[] = [];
  for (const user of ['slow', 'slower']) {
    const { session } = asks(t, server.peer(user));
    held.push(session);
    for (let i = 0; i < 400; i += 1) {
      const stream = session.request({ ':path': REVIEWS, ':method': 'POST', ...JSON_BODY });
      stream.on('error', () => {});
      stream.write('{');
    }
    // Requests of a connection come in their order, so these have arrived.
    await asks(t, server.peer(user), session).answer({ ':path': '/version' });
  }
  const { status } = await asks(t, server.admin).answer({ ':path': CONFIG_MAPS });
  assert.equal(status, 200);
  for (const session of held) session.destroy();
});

test('a body over the limit is answered over HTTP/2, whatever the client goes on to send', async (t) => {
  await using server = await startTestApiServer();
  const { session } = asks(t, server.admin);
  const stream = session.request({ ':path': CONFIG_MAPS, ':method': 'POST', ...JSON_BODY });
  stream.on('error', () => {});
  const answered = once(stream, 'response') as Promise<[{ ':status': number }]>;
  stream.write(' '.repeat(4e6));
  const [{ ':status': status }] = await answered;
  assert.equal(status, 413);
  let text = '';
  stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  // Though the client has not ended its side.
  await once(stream, 'end');
  assert.equal((JSON.parse(text) as { code: number }).code, 413);
});

test('many large answers at once over one connection are all begun', async (t) => {
  await using server = await startTestApiServer();
  const { session, answer } = asks(t, server.admin);
  const metadata = { name: 'large' };
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text: 'x'.repeat(1e6) } };
  await answer({ ':path': CONFIG_MAPS, ':method': 'POST', ...JSON_BODY }, object);
  const streams = Array.from({ length: 40 }, () => session.request({ ':path': `${CONFIG_MAPS}/large` }));
  const statuses = streams.map(async (stream) => {
    stream.pause();
    const [{ ':status': status }] = (await once(stream, 'response')) as [{ ':status': number }];
    return status;
  });
  assert.deepEqual(new Set(await Promise.all(statuses)), new Set([200]));
  session.destroy();
});

test('a user of very many groups is known with all of them', async (t) => {
  await using server = await startTestApiServer();
  const groups = Array.from({ length: 1000 }, (_, i) => `group-${i}`);
  const { status, text } = await asks(t, server.admin).answer(
    {
      ':path': '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      ':method': 'POST',
      ...JSON_BODY,
      'impersonate-user': 'somebody',
      'impersonate-group': groups,
    },
    { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
  );
  assert.equal(status, 201, text);
  const answer = JSON.parse(text) as { status: { userInfo: { groups: string[] } } };
  assert.deepEqual(answer.status.userInfo.groups, [...groups, 'system:authenticated']);
});

test('very many warnings do not make an answer that clients cannot take', async (t) => {
  await using server = await startTestApiServer();
  const unknown = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`unknown${i}`, 1]));
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, ...unknown };
  const { status, text } = await asks(t, server.admin).answer(
    { ':path': CONFIG_MAPS, ':method': 'POST', ...JSON_BODY },
    object,
  );
  assert.equal(status, 201, text);
});

interface Asks {
  readonly session: ClientHttp2Session;
  readonly answer: (headers: OutgoingHttpHeaders, body?: object) => Promise<{ status: number; text: string }>;
}

function asks(t: TestContext, peer: TestPeer, session = connectHttp2(peer.server, tlsOf(peer))): Asks {
  session.on('error', () => {});
  t.after(() => session.destroy());
  return {
    session,
    answer: async (headers, body) => {
      const stream = session.request(headers);
      stream.end(body === undefined ? undefined : JSON.stringify(body));
      const [{ ':status': status }] = (await once(stream, 'response')) as [{ ':status': number }];
      return { status, text: await textOf(stream) };
    },
  };
}

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  for await (const part of stream.setEncoding('utf8') as AsyncIterable<string>) text += part;
  return text;
}

function tlsOf({ ca, certificate, key }: TestPeer) {
  return { ca, cert: certificate, key, host: '127.0.0.1', maxHeaderListPairs: 5000 };
}

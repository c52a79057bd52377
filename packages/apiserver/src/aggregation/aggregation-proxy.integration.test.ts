import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { Agent, request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { httpsExchange, httpsOpen } from '@banyan/testing';
import { startBackend } from './test-backend.ts';
import { startParent } from './test-parent.ts';

const REQUESTS = 2000;
const AT_ONCE = 20;

test('two thousand requests use the connections that there are', async (t) => {
  const parent = await startParent(t);
  const backend = await startBackend(t, parent, {
    name: 'quick',
    answer: (_, response) => response.end('{}'),
  });
  const { server, ca, certificate, key } = parent.admin;
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  t.after(() => agent.destroy());
  const ask = async () => {
    const url = `${server}/apis/quick.test/v1/things`;
    const outgoing = httpsRequest(url, { ca, cert: certificate, key, agent }).end();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    await buffer(answer);
    return answer.statusCode;
  };
  let left = REQUESTS;
  const began = performance.now();
  const client = async () => {
    while (left > 0) {
      left -= 1;
      assert.equal(await ask(), 200);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  t.diagnostic(`${Math.round(REQUESTS / ((performance.now() - began) / 1000))} requests/s`);
  assert.ok(backend.connections <= AT_ONCE + 5, `${backend.connections} connections`);
});

test('a watch goes through event by event, and ends when the backend ends it', async (t) => {
  const parent = await startParent(t);
  const sent = Promise.withResolvers<() => void>();
  await startBackend(t, parent, {
    name: 'watched',
    answer: (_, response) => {
      response.write('{"type":"ADDED"}\n');
      sent.resolve(() => response.end());
    },
  });
  const path = '/apis/watched.test/v1/things?watch=true';
  const watch = await httpsOpen(parent.admin, { path });
  const [first] = (await once(watch, 'data')) as [Buffer];
  assert.equal(first.toString(), '{"type":"ADDED"}\n');
  const ended = once(watch, 'end');
  (await sent.promise)();
  await ended;
});

test('over HTTP/2 a watch goes through too, and a stream that is cancelled is cancelled at the backend', async (t) => {
  const parent = await startParent(t);
  const cancelled = Promise.withResolvers<void>();
  await startBackend(t, parent, {
    name: 'second',
    answer: (request, response) => {
      request.socket.once('close', () => cancelled.resolve());
      response.setHeader('keep-alive', 'timeout=5').write('{"type":"ADDED"}\n');
    },
  });
  const { server, ca, certificate: cert, key } = parent.admin;
  const session = connect(server, { ca, cert, key });
  t.after(() => session.close());
  const stream = session.request({ ':path': '/apis/second.test/v1/things?watch=true' });
  const [headers] = (await once(stream, 'response')) as [{ ':status': number }];
  assert.equal(headers[':status'], 200);
  const [first] = (await once(stream, 'data')) as [Buffer];
  assert.equal(first.toString(), '{"type":"ADDED"}\n');
  stream.close();
  await cancelled.promise;
});

test('a backend is not read faster than the client reads', async (t) => {
  const parent = await startParent(t);
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const blocked = Promise.withResolvers<void>();
  let written = 0;
  await startBackend(t, parent, {
    name: 'firehose',
    answer: (_, response) => {
      const pour = async () => {
        // It is the socket that says stop; a gigabyte would mean that nothing does.
        while (response.write(chunk) && written < 1024 ** 3) {
          written += chunk.length;
          await setImmediate();
        }
        written += chunk.length;
        if (response.writableNeedDrain) response.once('drain', () => void pour());
        blocked.resolve();
      };
      void pour();
    },
  });
  const answer = await httpsOpen(parent.admin, { path: '/apis/firehose.test/v1/things' });
  answer.pause();
  await blocked.promise;
  let before = -1;
  while (before !== written) {
    before = written;
    for (let i = 0; i < 1000; i += 1) await setImmediate();
  }
  assert.ok(written < 64 * 1024 * 1024, `${written} bytes are on their way`);
  answer.destroy();
});

test('an upgraded connection that the client drops is dropped at the backend', async (t) => {
  const parent = await startParent(t);
  const backend = await startBackend(t, parent, { name: 'socket', answer: (_, response) => response.end() });
  const upgraded = Promise.withResolvers<{ closed: Promise<unknown> }>();
  backend.server.on('upgrade', (request, socket) => {
    const protocol = String(request.headers['sec-websocket-protocol']);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nx-asked: ${protocol}\r\n\r\n`,
    );
    socket.resume();
    upgraded.resolve({ closed: once(socket, 'close') });
  });
  const path = '/apis/socket.test/v1/things/x/attach';
  const token = `base64url.bearer.authorization.k8s.io.${Buffer.from('secret').toString('base64url')}`;
  const { server, ca, certificate, key } = parent.admin;
  const outgoing = httpsRequest(`${server}${path}`, {
    ca,
    cert: certificate,
    key,
    agent: false,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-protocol': `${token}, v5.channel.k8s.io`,
    },
  }).end();
  const [answer, socket] = (await once(outgoing, 'upgrade')) as [IncomingMessage, Duplex];
  assert.equal(answer.statusCode, 101);
  assert.equal(answer.headers['x-asked'], 'v5.channel.k8s.io');
  socket.destroy();
  await (
    await upgraded.promise
  ).closed;
});

test('a path with dots in it does not lead anywhere else than where it was allowed to', async (t) => {
  const parent = await startParent(t);
  const seen: string[] = [];
  await startBackend(t, parent, {
    name: 'dotted',
    answer: ({ url = '' }, response) => {
      seen.push(url);
      response.end('{}');
    },
  });
  for (const path of [
    '/apis/dotted.test/v1/things/../secrets',
    '/apis/dotted.test/v1/things/%2e%2e/secrets',
  ]) {
    assert.equal((await httpsExchange(parent.admin, { path })).status, 404, path);
  }
  assert.deepEqual(seen, []);
});

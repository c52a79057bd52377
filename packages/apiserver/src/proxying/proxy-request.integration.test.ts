import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { proxyRequest, type ProxyRequestOptions } from './proxy-request.ts';
import { backend, frontend } from './test-servers.ts';
import { UnreachableError } from './unreachable-error.ts';

/** A front that passes everything on to the path it was asked for. */
function passingTo(
  t: TestContext,
  target: URL,
  { http2 = false, ...options }: Partial<ProxyRequestOptions> & { http2?: boolean } = {},
) {
  return frontend(
    t,
    (request, response, { signal }) =>
      proxyRequest(request, response, { url: new URL(request.url ?? '/', target), signal, ...options }),
    { http2 },
  );
}

/** A backend that answers with what it was asked. */
async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  const body = await text(request);
  response.setHeader('set-cookie', ['a=1', 'b=2']);
  response.writeHead(207, { 'x-own': 'yes' });
  response.end(JSON.stringify({ method, url, headers, body }));
}

interface Echoed {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

test('a request arrives with its method, path, query, body and headers, and the answer comes back as it is', async (t) => {
  const { url } = await passingTo(t, await backend(t, (...both) => void echo(...both)), {
    headers: { 'X-Added': 'ours', 'x-own': 'ours' },
  });
  const answer = await fetch(new URL('/a%20b/c?d=e&d=f', url), {
    method: 'PUT',
    body: 'hello',
    headers: {
      'x-own': 'client',
      accept: 'text/plain',
      authorization: 'Bearer secret',
      'impersonate-user': 'root',
      'x-remote-user': 'root',
      'sec-websocket-protocol': 'base64url.bearer.authorization.k8s.io.c2VjcmV0, v4.channel.k8s.io',
    },
  });
  assert.equal(answer.status, 207);
  assert.equal(answer.headers.get('x-own'), 'yes');
  assert.deepEqual(answer.headers.getSetCookie(), ['a=1', 'b=2']);
  const { method, url: path, headers, body } = (await answer.json()) as Echoed;
  assert.deepEqual({ method, path, body }, { method: 'PUT', path: '/a%20b/c?d=e&d=f', body: 'hello' });
  assert.equal(headers['accept'], 'text/plain');
  assert.equal(headers['x-added'], 'ours');
  assert.equal(headers['x-own'], 'ours');
  assert.equal(headers['x-forwarded-for'], '127.0.0.1');
  assert.equal(headers['sec-websocket-protocol'], 'v4.channel.k8s.io');
  for (const name of ['authorization', 'impersonate-user', 'x-remote-user'])
    assert.equal(headers[name], undefined, name);
});

test('what comes by HTTP/2 is passed on by HTTP/1.1', async (t) => {
  const { url } = await passingTo(t, await backend(t, (...both) => void echo(...both)), { http2: true });
  const session = connect(url);
  t.after(() => session.close());
  const stream = session.request(
    { ':method': 'DELETE', ':path': '/x?y=z', authorization: 'Bearer secret' },
    { endStream: false },
  );
  stream.write('of a length ');
  stream.end('that nobody said');
  const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
  assert.equal(headers[':status'], 207);
  const { method, url: path, headers: seen, body } = JSON.parse(await text(stream)) as Echoed;
  assert.deepEqual(
    { method, path, body },
    { method: 'DELETE', path: '/x?y=z', body: 'of a length that nobody said' },
  );
  assert.deepEqual(
    Object.keys(seen).filter((name) => name.startsWith(':') || name === 'authorization'),
    [],
  );
});

test('an answer is passed back as it comes, not when it is whole', async (t) => {
  const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>();
  const target = await backend(t, (_request, response) => {
    response.write('first');
    void isSeen.then(() => response.end('second'));
  });
  const { url } = await passingTo(t, target);
  const { body } = await fetch(url);
  assert.ok(body);
  const parts: string[] = [];
  for await (const part of body) {
    parts.push(Buffer.from(part).toString());
    seen();
  }
  assert.deepEqual(parts, ['first', 'second']);
});

test('of an answer that the client does not read, little is kept', async (t) => {
  const CHUNK = Buffer.alloc(1 << 20);
  const COUNT = 64;
  let [written, most] = [0, 0];
  const target = await backend(t, (_request, response) => {
    const write = async () => {
      for (; written < COUNT; written += 1) if (!response.write(CHUNK)) await once(response, 'drain');
      response.end();
    };
    void write();
  });
  const { url } = await frontend(t, async (request, response, { signal }) => {
    const measure = setInterval(() => (most = Math.max(most, response.writableLength)), 1);
    await proxyRequest(request, response, { url: target, signal }).finally(() => clearInterval(measure));
  });
  const asked = httpRequest(url).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  await standstill(() => written);
  assert.ok(written < COUNT, 'the backend could write all that nobody read');
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) size += part.length;
  assert.equal(size, COUNT * CHUNK.length);
  assert.ok(most < 4 * CHUNK.length, `${most} bytes`);
});

/** Resolves when a number has not changed for many turns of the event loop. */
async function standstill(read: () => number): Promise<void> {
  const TURNS = 500;
  for (let [still, last] = [0, -1]; still < TURNS; still += 1) {
    if (read() !== last) [still, last] = [0, read()];
    await setImmediate();
  }
}

test('a client that goes takes the request to the backend with it', async (t) => {
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  const { promise: isClosed, resolve: closed } = Promise.withResolvers<void>();
  const target = await backend(t, (_request, response) => {
    response.write('x');
    response.once('close', closed);
    asked();
  });
  const { url, failures } = await passingTo(t, target);
  const leaving = new AbortController();
  const answer = await fetch(url, { signal: leaving.signal });
  await isAsked;
  leaving.abort();
  await isClosed;
  await assert.rejects(answer.text());
  assert.deepEqual(failures, []);
});

test('an answer that breaks off does not look like a whole one', async (t) => {
  const target = await backend(t, (_request, response) => {
    response.write('half', () => response.destroy());
  });
  const { url } = await passingTo(t, target);
  await assert.rejects(fetch(url).then((answer) => answer.text()));
});

test('who cannot be reached is told in the words of the real server', async (t) => {
  const target = await backend(t, () => {});
  const closed = new URL(target);
  closed.port = '1';
  const { url, failures } = await passingTo(t, closed);
  assert.equal((await fetch(url)).status, 502);
  assert.ok(failures[0] instanceof UnreachableError);
  assert.equal(failures[0].message, 'dial tcp 127.0.0.1:1: connect: connection refused');
});

test('a backend that hangs up without an answer is not reached', async (t) => {
  const target = await backend(t, (request) => request.socket.destroy());
  const { url, failures } = await passingTo(t, target);
  assert.equal((await fetch(url)).status, 502);
  assert.equal(failures[0]?.message, 'EOF');
});

test('a connection that someone else opens, later, is used, and the path goes out as it is said', async (t) => {
  const target = await backend(t, (...both) => void echo(...both));
  const open = async () => {
    const socket = connectTcp(Number(target.port), '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const { url } = await passingTo(t, new URL('http://nowhere.invalid'), {
    connect: open,
    path: "/a'|b?c=%zz",
  });
  const echoed = (await (await fetch(new URL('/other', url))).json()) as Echoed;
  assert.equal(echoed.url, "/a'|b?c=%zz");
});

test('a connection that cannot be opened says why', async (t) => {
  const cause = Object.assign(new Error('the agent is away'), { code: 'away' });
  const { url, failures } = await passingTo(t, new URL('http://nowhere.invalid'), {
    connect: () => Promise.reject(cause),
  });
  await fetch(url);
  const [failure] = failures;
  assert.ok(failure instanceof UnreachableError);
  assert.equal(failure.cause, cause);
});

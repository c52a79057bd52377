import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Http2SecureServer, ServerHttp2Session } from 'node:http2';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { duplexPair, Readable, type Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { isUnreachable, type ClusterConnection, type RawResponse } from '../index.ts';
import { KubeClient } from './kube-client.ts';
import { answer, startTestServer, type TestServer } from './test-server.ts';

function sessionsOf(server: TestServer): ServerHttp2Session[] {
  const sessions: ServerHttp2Session[] = [];
  (server.server as Http2SecureServer).on('session', (session) => sessions.push(session));
  return sessions;
}

function openStream(client: KubeClient): Promise<RawResponse> {
  return client.request({ method: 'GET', path: '/watch', pool: 'stream' });
}

const keepOpen = (_request: unknown, response: { write(text: string): unknown }): void => {
  response.write('begun');
};

describe('the pool for streams', () => {
  it('carries many streams on one HTTP/2 connection', async () => {
    await using server = await startTestServer(keepOpen);
    const client = new KubeClient(server.connection);
    await Promise.all(Array.from({ length: 50 }, () => openStream(client)));
    assert.equal(server.sockets.length, 1);
    assert.ok(server.requests.every(({ httpVersion }) => httpVersion === '2.0'));
    await client.close();
  });

  it('opens another connection when the server allows no more streams on the first', async () => {
    await using server = await startTestServer(keepOpen, { tls: { settings: { maxConcurrentStreams: 10 } } });
    const client = new KubeClient(server.connection);
    // The first tells us the limit.
    await openStream(client);
    await Promise.all(Array.from({ length: 24 }, () => openStream(client)));
    assert.equal(server.requests.length, 25);
    assert.equal(server.sockets.length, 3);
    await client.close();
  });

  it('opens a new connection after the old one was lost', async () => {
    await using server = await startTestServer(keepOpen);
    const client = new KubeClient(server.connection);
    const first = await openStream(client);
    server.sockets[0]?.destroy();
    await assert.rejects(text(first.body), isUnreachable);
    const second = await openStream(client);
    assert.equal(second.status, 200);
    assert.equal(server.sockets.length, 2);
    await client.close();
  });

  it('lets streams finish on a connection that is going away, and opens new ones on another', async () => {
    const responses: { end(text: string): unknown }[] = [];
    await using server = await startTestServer((_request, response) => {
      responses.push(response);
      response.write('begun ');
    });
    const sessions = sessionsOf(server);
    const client = new KubeClient(server.connection);
    const first = await openStream(client);
    sessions[0]?.goaway();
    const goneAway = new Promise((resolve) => sessions[0]?.ping(resolve));
    await goneAway;
    const second = await openStream(client);
    for (const response of responses) response.end('ended');
    assert.equal(await text(first.body), 'begun ended');
    assert.equal(await text(second.body), 'begun ended');
    assert.equal(server.sockets.length, 2);
    await client.close();
  });

  it('finds out that the other side is gone without a word', async () => {
    await using server = await startTestServer(keepOpen);
    await using relay = await startRelay(server.port);
    const connection = { ...server.connection, server: `https://127.0.0.1:${relay.port}` };
    const client = new KubeClient(connection, { pingIntervalMs: 20, pingTimeoutMs: 1000 });
    const response = await openStream(client);
    relay.freeze();
    await assert.rejects(text(response.body), (error) => {
      assert.ok(isUnreachable(error));
      assert.match(error.message, /no answer to a ping/);
      return true;
    });
    await client.close();
  });

  it('keeps a connection on which pings are answered', async () => {
    let pings = 0;
    const { promise: pinged, resolve } = Promise.withResolvers<void>();
    await using server = await startTestServer(keepOpen);
    (server.server as Http2SecureServer).on('session', (session) =>
      session.on('ping', () => {
        pings += 1;
        if (pings === 5) resolve();
      }),
    );
    const client = new KubeClient(server.connection, { pingIntervalMs: 5, pingTimeoutMs: 60_000 });
    const response = await openStream(client);
    await pinged;
    assert.equal(response.body.destroyed, false);
    await client.close();
  });

  for (const kind of ['tls-http1', 'plain'] as const) {
    it(`takes HTTP/1.1, a connection a stream, where the server has nothing else (${kind})`, async () => {
      await using server = await startTestServer(keepOpen, { kind });
      const client = new KubeClient(server.connection, { maxConnections: 2 });
      await Promise.all(Array.from({ length: 10 }, () => openStream(client)));
      assert.ok(server.requests.every(({ httpVersion }) => httpVersion === '1.1'));
      // One more where ALPN had to be asked first.
      assert.equal(server.sockets.length, kind === 'plain' ? 10 : 11);
      await client.close();
    });
  }

  it('leaves short requests alone while streams fill theirs', async () => {
    await using server = await startTestServer((request, response) => {
      if (request.url === '/watch') response.write('begun');
      else answer(response, 200, { done: true });
    });
    const client = new KubeClient(server.connection, { maxConnections: 1 });
    await Promise.all(Array.from({ length: 20 }, () => openStream(client)));
    assert.deepEqual(await client.requestJson({ method: 'GET', path: '/short' }), { done: true });
    await client.close();
  });

  it('a stream that nobody reads does not stop the others', async () => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    await using server = await startTestServer((request, response) => {
      if (request.url !== '/watch') {
        response.end('quick');
        return;
      }
      const fill = (): void => {
        while (response.write(chunk));
        response.once('drain', fill);
      };
      fill();
    });
    const client = new KubeClient(server.connection);
    await Promise.all(Array.from({ length: 6 }, () => openStream(client)));
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    const response = await client.request({ method: 'GET', path: '/quick', pool: 'stream' });
    assert.equal(await text(response.body), 'quick');
    assert.equal(server.sockets.length, 1);
    await client.close();
  });

  it('does not keep a program alive that has nothing more to do', async () => {
    await using server = await startTestServer((_request, response) => void response.end('{}'));
    const script = `
      import { KubeClient } from '${new URL('./kube-client.ts', import.meta.url).href}';
      const client = new KubeClient(${JSON.stringify(server.connection)});
      await client.requestJson({ method: 'GET', path: '/' });
      const { body } = await client.request({ method: 'GET', path: '/', pool: 'stream' });
      for await (const chunk of body);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
    const [code] = (await once(child, 'exit')) as [number];
    assert.equal(code, 0);
    assert.equal(server.requests.length, 2);
  });

  it('sends a body that is a stream', async () => {
    let received: Promise<string> | undefined;
    await using server = await startTestServer((request, response) => {
      received = text(request);
      void received.then(() => response.end());
    });
    const client = new KubeClient(server.connection);
    for (const pool of ['short', 'stream'] as const) {
      const body = Readable.from([Buffer.from('one '), Buffer.from('two')]);
      const response = await client.request({ method: 'POST', path: '/', pool, body });
      response.body.resume();
      assert.equal(await received, 'one two');
    }
    await client.close();
  });
});

describe('a connection by a dial function', () => {
  for (const kind of ['tls', 'plain'] as const) {
    it(`carries both pools and does TLS on top (${kind})`, async () => {
      await using server = await startTestServer((_request, response) => answer(response, 200, {}), { kind });
      const dialled: string[] = [];
      const connection: ClusterConnection = {
        ...server.connection,
        server: server.connection.server.replace(/127\.0\.0\.1:\d+/, 'kube.test:6443'),
        dial: (host, port) => {
          dialled.push(`${host}:${port}`);
          return Promise.resolve(connect(server.port, '127.0.0.1'));
        },
      };
      const client = new KubeClient(connection);
      await client.requestJson({ method: 'GET', path: '/' });
      const response = await openStream(client);
      await text(response.body);
      assert.deepEqual(dialled, ['kube.test:6443', 'kube.test:6443']);
      assert.equal(server.requests[0]?.headers.host, 'kube.test:6443');
      await client.close();
    });
  }

  for (const kind of ['tls', 'plain'] as const) {
    it(`may give any stream, not only a socket (${kind})`, async () => {
      await using server = await startTestServer((_request, response) => answer(response, 200, {}), { kind });
      const connection: ClusterConnection = {
        ...server.connection,
        dial: () => Promise.resolve(pipeTo(server.port)),
      };
      const client = new KubeClient(connection);
      for (let i = 0; i < 3; i += 1) await client.requestJson({ method: 'GET', path: '/' });
      const response = await openStream(client);
      assert.equal(await text(response.body), '{}');
      assert.equal(server.requests.at(-1)?.httpVersion, kind === 'tls' ? '2.0' : '1.1');
      await client.close();
    });
  }

  it('that fails is isUnreachable with its reason', async () => {
    const connection = {
      name: 'far',
      server: 'https://kube.test',
      dial: () => Promise.reject(new Error('the agent is not connected')),
    };
    const client = new KubeClient(connection);
    await assert.rejects(client.requestJson({ method: 'GET', path: '/' }), (error) => {
      assert.ok(isUnreachable(error));
      assert.match(error.message, /the agent is not connected \(cluster "far"/);
      return true;
    });
    await client.close();
  });
});

/** What a tunnel gives: a stream that is no socket. */
function pipeTo(port: number): Duplex {
  const [near, far] = duplexPair();
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => far.destroy());
  far.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  far.pipe(socket).pipe(far);
  return near;
}

/** Passes bytes through until it is frozen: then it holds connections open and says nothing. */
async function startRelay(target: number): Promise<{ port: number; freeze(): void } & AsyncDisposable> {
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    sockets.push(near, far);
    near.on('error', () => undefined).pipe(far);
    far.on('error', () => undefined).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { duplexPair, type Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { WebSocketServer, type WebSocket } from 'ws';
import { startTestServer, statusBody, type TestServer } from '../client/test-server.ts';
import {
  attachToPod,
  execInPod,
  forwardPort,
  isAborted,
  isForbidden,
  isUnreachable,
  KubeClient,
  type PodStreamOptions,
} from '../index.ts';

interface StreamServer extends AsyncDisposable {
  readonly client: KubeClient;
  readonly server: TestServer;
  readonly requests: IncomingMessage[];
}

/** Speaks the protocol that it likes best of those offered, and leaves the rest to `handle`. */
async function streamServer(
  protocols: readonly string[],
  handle: (webSocket: WebSocket, request: IncomingMessage) => void,
  refuse?: (request: IncomingMessage) => number | undefined,
): Promise<StreamServer> {
  const server = await startTestServer(() => undefined, { kind: 'tls-http1' });
  const requests: IncomingMessage[] = [];
  const webSockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => protocols.find((protocol) => offered.has(protocol)) ?? false,
  });
  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    requests.push(request);
    const status = refuse?.(request);
    if (status === undefined) {
      webSockets.handleUpgrade(request, socket, head, handle);
      return;
    }
    const body = JSON.stringify(statusBody(status, status === 401 ? 'Unauthorized' : 'Forbidden'));
    socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  });
  const client = new KubeClient(server.connection);
  return {
    client,
    server,
    requests,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

const V5 = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];
const V4 = ['v4.channel.k8s.io'];
const pod = (): PodStreamOptions => ({ namespace: 'ns', pod: 'p', signal: AbortSignal.timeout(300_000) });

function say(webSocket: WebSocket, channel: number, data: string | Buffer): void {
  webSocket.send(Buffer.concat([Buffer.from([channel]), Buffer.from(data)]));
}

function exit(webSocket: WebSocket, status: object): void {
  say(webSocket, 3, JSON.stringify({ metadata: {}, ...status }));
  webSocket.close(1000);
}

describe('a command in a container', () => {
  const exits: [string, object, number][] = [
    ['success', { status: 'Success' }, 0],
    [
      'a failure',
      {
        status: 'Failure',
        reason: 'NonZeroExitCode',
        details: { causes: [{ reason: 'ExitCode', message: '42' }] },
      },
      42,
    ],
  ];
  for (const [name, status, code] of exits) {
    it(`ends with the exit code of ${name}`, async () => {
      await using server = await streamServer(V5, (webSocket) => exit(webSocket, status));
      const process = await execInPod(server.client, { ...pod(), command: ['x'] });
      assert.equal(await process.exitCode, code);
    });
  }

  it('that could not be started is an error with the words of the node', async () => {
    await using server = await streamServer(V5, (webSocket) =>
      exit(webSocket, { status: 'Failure', reason: 'InternalError', message: 'no such file' }),
    );
    const process = await execInPod(server.client, { ...pod(), command: ['x'] });
    await assert.rejects(process.exitCode, { code: 'InternalError', message: /no such file/ });
  });

  it('whose connection is lost before it ended is isUnreachable', async () => {
    await using server = await streamServer(V5, (webSocket) => webSocket.terminate());
    const process = await execInPod(server.client, { ...pod(), command: ['x'] });
    await assert.rejects(process.exitCode, isUnreachable);
  });

  it('is asked for with all its words', async () => {
    await using server = await streamServer(V5, (webSocket) => exit(webSocket, { status: 'Success' }));
    const command = ['sh', '-c', 'echo "a & b"'];
    await execInPod(server.client, { ...pod(), command, container: 'c', stdin: true, tty: true });
    await attachToPod(server.client, pod());
    const [exec, attach] = server.requests.map(({ url }) => new URL(url ?? '', 'https://x'));
    assert.equal(exec?.pathname, '/api/v1/namespaces/ns/pods/p/exec');
    assert.deepEqual(exec?.searchParams.getAll('command'), command);
    assert.equal(exec?.searchParams.get('container'), 'c');
    assert.deepEqual(
      ['stdin', 'stdout', 'stderr', 'tty'].map((name) => exec?.searchParams.get(name)),
      ['true', 'true', 'false', 'true'],
    );
    assert.equal(attach?.search, '?stdin=false&stdout=true&stderr=true&tty=false');
  });

  for (const [protocols, closes] of [
    [V5, true],
    [V4, false],
  ] as const) {
    it(`has its input ${closes ? 'closed' : 'left open'} in ${protocols[0]}`, async () => {
      const messages: Buffer[] = [];
      const { promise: done, resolve } = Promise.withResolvers<void>();
      await using server = await streamServer(protocols, (webSocket) => {
        webSocket.on('message', (data: Buffer) => {
          messages.push(data);
          if (messages.length === (closes ? 2 : 1)) resolve();
        });
      });
      const process = await execInPod(server.client, { ...pod(), command: ['x'], stdin: true });
      process.stdin.end('in');
      await once(process.stdin, 'finish');
      await done;
      const expected = [Buffer.from('\0in'), ...(closes ? [Buffer.from([255, 0])] : [])];
      assert.deepEqual(messages, expected);
    });
  }

  it('is told the size of its terminal', async () => {
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    await using server = await streamServer(V5, (webSocket) => {
      webSocket.once('message', (data: Buffer) => resolve(data));
    });
    const process = await execInPod(server.client, { ...pod(), command: ['x'], tty: true });
    process.resize({ columns: 80, rows: 24 });
    assert.equal((await promise).toString(), '\u0004{"Width":80,"Height":24}');
  });

  it('that says much is held back by a reader who does not read, and loses nothing', async () => {
    const chunk = Buffer.alloc(32 * 1024, 'x');
    const count = 2000;
    let sent = 0;
    await using server = await streamServer(V5, (webSocket) => {
      const next = (): void => {
        if (sent === count) exit(webSocket, { status: 'Success' });
        else webSocket.send(Buffer.concat([Buffer.from([1]), chunk]), next);
        sent += 1;
      };
      next();
    });
    const process = await execInPod(server.client, { ...pod(), command: ['x'] });
    await once(process.stdout, 'readable');
    let before = -1;
    while (before !== sent) {
      before = sent;
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    }
    assert.ok(sent < count, 'the server was never held back');
    let size = 0;
    for await (const data of process.stdout as AsyncIterable<Buffer>) size += data.length;
    assert.equal(size, count * chunk.length);
    assert.equal(await process.exitCode, 0);
  });

  it('keeps standard output and error apart', async () => {
    await using server = await streamServer(V5, (webSocket) => {
      say(webSocket, 1, 'out ');
      say(webSocket, 2, 'err');
      say(webSocket, 1, 'more');
      exit(webSocket, { status: 'Success' });
    });
    const process = await execInPod(server.client, { ...pod(), command: ['x'] });
    assert.deepEqual(await Promise.all([text(process.stdout), text(process.stderr)]), ['out more', 'err']);
  });

  it('is given up with the signal', async () => {
    await using server = await streamServer(V5, () => undefined);
    const stop = new AbortController();
    const process = await execInPod(server.client, { ...pod(), signal: stop.signal, command: ['x'] });
    stop.abort();
    await assert.rejects(process.exitCode, isAborted);
    assert.equal(await text(process.stdout), '');
    await assert.rejects(
      execInPod(server.client, { ...pod(), signal: stop.signal, command: ['x'] }),
      isAborted,
    );
  });

  it('may run through any stream that a dial function gives', async () => {
    await using server = await streamServer(V5, (webSocket) => {
      webSocket.on('message', (data: Buffer) => {
        if (data[0] === 0) say(webSocket, 1, data.subarray(1));
        else exit(webSocket, { status: 'Success' });
      });
    });
    const dial = (_host: string, port: number): Promise<Duplex> => {
      const [near, far] = duplexPair();
      const socket = connect(port, '127.0.0.1');
      far.pipe(socket.on('error', () => undefined)).pipe(far);
      return Promise.resolve(near);
    };
    const client = new KubeClient({ ...server.server.connection, dial });
    const process = await execInPod(client, { ...pod(), command: ['cat'], stdin: true });
    process.stdin.end('to and fro');
    assert.equal(await text(process.stdout), 'to and fro');
    assert.equal(await process.exitCode, 0);
    await client.close();
  });

  it('that is forbidden throws the Status', async () => {
    await using server = await streamServer(
      V5,
      () => undefined,
      () => 403,
    );
    await assert.rejects(execInPod(server.client, { ...pod(), command: ['x'] }), isForbidden);
  });

  it('is tried again with new credentials after a 401', async () => {
    await using server = await streamServer(
      V5,
      (webSocket) => exit(webSocket, { status: 'Success' }),
      (request) => (request.headers.authorization === 'Bearer new' ? undefined : 401),
    );
    let token = 'old';
    const credentials = {
      get: () => Promise.resolve({ token }),
      refused: () => {
        token = 'new';
      },
    };
    const client = new KubeClient({ ...server.server.connection, credentials });
    const process = await execInPod(client, { ...pod(), command: ['x'] });
    assert.equal(await process.exitCode, 0);
    await client.close();
  });

  it('sends each group of an impersonation as a header line of its own', async () => {
    await using server = await streamServer(V5, (webSocket) => exit(webSocket, { status: 'Success' }));
    const impersonate = { user: 'jane', groups: ['a', 'b'] };
    await execInPod(server.client, { ...pod(), command: ['x'], impersonate });
    assert.deepEqual(server.requests[0]?.headersDistinct['impersonate-group'], ['a', 'b']);
  });
});

describe('a forwarded port', () => {
  const PORT = Buffer.from([0x90, 0x1f]);

  it('carries bytes both ways, without the numbers in front', async () => {
    await using server = await streamServer(V4, (webSocket) => {
      say(webSocket, 0, PORT);
      say(webSocket, 1, PORT);
      webSocket.on('message', (data: Buffer) => say(webSocket, 0, data.subarray(1).toString().toUpperCase()));
    });
    const stream = await forwardPort(server.client, { ...pod(), port: 8080 });
    stream.write('hello');
    const [data] = (await once(stream, 'data')) as [Buffer];
    assert.equal(data.toString(), 'HELLO');
    assert.equal(server.requests[0]?.url, '/api/v1/namespaces/ns/pods/p/portforward?ports=8080');
    stream.destroy();
  });

  it('ends when the other side does', async () => {
    await using server = await streamServer(V4, (webSocket) => {
      // The number may come in two pieces, or with the data.
      say(webSocket, 0, PORT.subarray(0, 1));
      say(webSocket, 0, Buffer.concat([PORT.subarray(1), Buffer.from('bye')]));
      webSocket.close();
    });
    const stream = await forwardPort(server.client, { ...pod(), port: 8080 });
    assert.equal(await text(stream), 'bye');
  });

  it('fails with what the node says on its error channel', async () => {
    await using server = await streamServer(V4, (webSocket) => {
      say(webSocket, 0, PORT);
      say(webSocket, 1, PORT);
      say(webSocket, 1, 'connection refused');
    });
    const stream = await forwardPort(server.client, { ...pod(), port: 8080 });
    await assert.rejects(text(stream), (error) => {
      assert.ok(isUnreachable(error));
      assert.match(error.message, /connection refused/);
      return true;
    });
  });

  it('closes the connection when it is destroyed', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    await using server = await streamServer(V4, (webSocket) => webSocket.once('close', () => resolve()));
    const stream = await forwardPort(server.client, { ...pod(), port: 8080 });
    stream.destroy();
    await closed;
  });
});

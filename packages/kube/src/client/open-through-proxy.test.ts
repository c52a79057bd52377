import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { isUnreachable, KubeClient, type ClusterConnection } from '../index.ts';
import type { CertificateAndKey } from '../pki/certificate-authority.ts';
import { answer, issueTestCertificate, startTestServer, type TestServer } from './test-server.ts';

interface Proxy extends AsyncDisposable {
  readonly port: number;
  /** What was asked of it: `kube.test:6443 Basic …`. */
  readonly asked: string[];
}

async function serve(server: ReturnType<typeof createServer>, asked: string[]): Promise<Proxy> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function splice(near: Socket, port: number): void {
  const far = connect(port, '127.0.0.1');
  far.on('error', () => near.destroy());
  near.on('error', () => far.destroy());
  near.on('close', () => far.destroy());
  near.pipe(far).pipe(near);
}

/** Every target leads to `port`. */
function httpProxy(port: number, status = 200, tls?: CertificateAndKey): Promise<Proxy> {
  const asked: string[] = [];
  const server =
    tls === undefined ? createHttpServer() : createHttpsServer({ cert: tls.certificate, key: tls.key });
  server.on('connect', (request, socket: Socket) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization'] ?? 'nobody'}`);
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    splice(socket, port);
  });
  return serve(server, asked);
}

/** RFC 1928 as far as a test needs it; one byte at a time if `slow`. */
function socksProxy(
  port: number,
  options: { user?: string; reply?: number; slow?: boolean } = {},
): Promise<Proxy> {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const say = (...bytes: number[]): void => {
      if (options.slow === true) for (const byte of bytes) socket.write(Buffer.from([byte]));
      else socket.write(Buffer.from(bytes));
    };
    let state: 'greeting' | 'password' | 'request' = 'greeting';
    let user = 'nobody';
    const onData = (data: Buffer): void => {
      if (state === 'greeting') {
        state = options.user === undefined ? 'request' : 'password';
        say(5, options.user === undefined ? 0 : 2);
      } else if (state === 'password') {
        const length = data[1] ?? 0;
        user = `${data.toString('utf8', 2, 2 + length)}:${data.toString('utf8', 3 + length)}`;
        state = 'request';
        say(1, user === options.user ? 0 : 1);
      } else {
        asked.push(`${targetOf(data)} ${user}`);
        socket.off('data', onData);
        say(5, options.reply ?? 0, 0, 1, 0, 0, 0, 0, 0, 0);
        if ((options.reply ?? 0) === 0) splice(socket, port);
      }
    };
    socket.on('data', onData);
  });
  return serve(server, asked);
}

function targetOf(request: Buffer): string {
  const port = request.readUInt16BE(request.length - 2);
  if (request[3] === 1) return `${[...request.subarray(4, 8)].join('.')}:${port}`;
  if (request[3] === 4) return `[${request.subarray(4, 20).toString('hex')}]:${port}`;
  return `${request.subarray(5, 5 + (request[4] ?? 0)).toString()}:${port}`;
}

async function through(server: TestServer, proxyUrl: string, target = 'kube.test:6443'): Promise<void> {
  const connection: ClusterConnection = {
    ...server.connection,
    server: `https://${target}`,
    proxyUrl,
    tlsServerName: 'kube.test',
  };
  const client = new KubeClient(connection);
  try {
    await client.requestJson({ method: 'GET', path: '/short' });
    const response = await client.request({ method: 'GET', path: '/stream', pool: 'stream' });
    await text(response.body);
  } finally {
    await client.close();
  }
}

const ok = (_request: unknown, response: Parameters<typeof answer>[0]): void => answer(response, 200, {});

describe('a cluster behind a proxy', () => {
  it('is reached by CONNECT, with both pools', async () => {
    await using server = await startTestServer(ok);
    await using proxy = await httpProxy(server.port);
    await through(server, `http://127.0.0.1:${proxy.port}`);
    assert.deepEqual(proxy.asked, ['kube.test:6443 nobody', 'kube.test:6443 nobody']);
    assert.deepEqual(
      server.requests.map(({ httpVersion }) => httpVersion),
      ['1.1', '2.0'],
    );
  });

  it('is reached with the user and password of the URL', async () => {
    await using server = await startTestServer(ok);
    await using proxy = await httpProxy(server.port);
    await through(server, `http://jane:p%40ss@127.0.0.1:${proxy.port}`);
    assert.equal(proxy.asked[0], `kube.test:6443 Basic ${Buffer.from('jane:p@ss').toString('base64')}`);
  });

  it('is reached through a proxy with TLS of its own, if that is trusted', async () => {
    await using server = await startTestServer(ok);
    const certificate = issueTestCertificate('proxy', ['127.0.0.1']);
    await using proxy = await httpProxy(server.port, 200, certificate);
    await through(server, `https://127.0.0.1:${proxy.port}`);
    assert.equal(proxy.asked[0], 'kube.test:6443 nobody');
    const elsewhere = issueTestCertificate('proxy', ['elsewhere.test']);
    await using stranger = await httpProxy(server.port, 200, elsewhere);
    await assert.rejects(through(server, `https://127.0.0.1:${stranger.port}`), isUnreachable);
    assert.deepEqual(stranger.asked, []);
  });

  for (const status of [403, 407, 502]) {
    it(`is isUnreachable when the proxy answers ${status}`, async () => {
      await using server = await startTestServer(ok);
      await using proxy = await httpProxy(server.port, status);
      await assert.rejects(through(server, `http://127.0.0.1:${proxy.port}`), (error) => {
        assert.ok(isUnreachable(error));
        assert.match(error.message, new RegExp(`proxy 127.0.0.1:${proxy.port}: .*${status}`));
        return true;
      });
    });
  }

  const targets: [string, string][] = [
    ['kube.test:6443', 'kube.test:6443'],
    ['10.1.2.3', '10.1.2.3:443'],
    ['[fd00::1:2]:6443', `[fd00${'0'.repeat(20)}00010002]:6443`],
  ];
  for (const [target, seen] of targets) {
    it(`is reached by SOCKS5, which is told ${target}`, async () => {
      await using server = await startTestServer(ok);
      await using proxy = await socksProxy(server.port);
      await through(server, `socks5://127.0.0.1:${proxy.port}`, target);
      assert.equal(proxy.asked[0], `${seen} nobody`);
    });
  }

  it('is reached by a SOCKS5 proxy that wants a password and answers byte by byte', async () => {
    await using server = await startTestServer(ok);
    await using proxy = await socksProxy(server.port, { user: 'jane:secret', slow: true });
    await through(server, `socks5://jane:secret@127.0.0.1:${proxy.port}`);
    assert.equal(proxy.asked[0], 'kube.test:6443 jane:secret');
  });

  it('is isUnreachable with the reason that a SOCKS5 proxy gives', async () => {
    await using server = await startTestServer(ok);
    await using proxy = await socksProxy(server.port, { reply: 5 });
    await assert.rejects(through(server, `socks5://127.0.0.1:${proxy.port}`), /proxy .*: connection refused/);
    await using locked = await socksProxy(server.port, { user: 'jane:secret' });
    await assert.rejects(
      through(server, `socks5://127.0.0.1:${locked.port}`),
      /authentication that we do not have/,
    );
    await assert.rejects(
      through(server, `socks5://jane:no@127.0.0.1:${locked.port}`),
      /user or password refused/,
    );
  });

  it('is isUnreachable when the proxy closes in the middle of the handshake', async () => {
    await using server = await startTestServer(ok);
    await using proxy = await serve(
      createServer((socket) => void socket.on('error', () => undefined).end(Buffer.from([5]))),
      [],
    );
    await assert.rejects(through(server, `socks5://127.0.0.1:${proxy.port}`), isUnreachable);
    await assert.rejects(through(server, `http://127.0.0.1:${proxy.port}`), isUnreachable);
  });
});

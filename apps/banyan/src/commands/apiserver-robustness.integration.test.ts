import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { KubeClient, loadConnection } from '@banyan/kube';
import { startProgram, temporaryDir } from './program-fixture.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };
const WATCH_PATH = '/api/v1/namespaces/default/configmaps?watch=1';
const MEGABYTE = 1e6;

test('a thousand watchers that never read cost little and harm nobody', async (t) => {
  const server = await start(t);
  const sessions = Array.from({ length: 20 }, () => server.http2());
  await Promise.all(
    sessions.flatMap((session) => Array.from({ length: 50 }, () => openUnreadWatch(session))),
  );
  const client = server.client();
  const before = server.residentBytes();
  await inTurns(3000, 16, (i) => client.create(CONFIG_MAPS, configMap(`object-${i}`, 4000)));
  const grown = server.residentBytes() - before;
  // What is kept is some 50 MB; a copy for each watcher would be 12 GB.
  assert.ok(grown < 800 * MEGABYTE, `${Math.round(grown / MEGABYTE)} MB more`);
  const { items } = await client.list(CONFIG_MAPS, { namespace: 'default' });
  assert.ok(items.length >= 3000);
});

test('clients that send or read slowly hold up nobody', async (t) => {
  const server = await start(t);
  const client = server.client();
  await inTurns(200, 16, (i) => client.create(CONFIG_MAPS, configMap(`object-${i}`, 50_000)));
  const before = server.residentBytes();
  for (let i = 0; i < 100; i += 1) {
    const socket = await server.socket();
    // Half of them never finish their question, half never take the ten megabytes of their answer.
    socket.write(`GET /api/v1/configmaps HTTP/1.1\r\nhost: x\r\n${i % 2 === 0 ? 'x-slow: ' : '\r\n'}`);
    socket.pause();
  }
  await inTurns(200, 8, (i) => client.get(CONFIG_MAPS, { namespace: 'default', name: `object-${i}` }));
  const grown = server.residentBytes() - before;
  assert.ok(grown < 200 * MEGABYTE, `${Math.round(grown / MEGABYTE)} MB more`);
});

test('a body that never ends is refused, and one that never comes holds nothing up', async (t) => {
  const server = await start(t);
  const endless = await server.socket();
  const answer = new Promise<string>((resolve) => {
    let text = '';
    endless.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\r\n\r\n')) resolve(text);
    });
  });
  endless.on('error', () => {}); // It is cut off while it still writes.
  endless.write(
    'POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
  for (let i = 0; i < 60 && !endless.destroyed; i += 1) endless.write(chunk);
  assert.match(await answer, /^HTTP\/1\.1 413 /);
});

test('one user with very many requests leaves room for the others', async (t) => {
  const server = await start(t);
  const greedy = server.clientOf('greedy', { maxConnections: 400, maxInFlight: 5000 });
  const stop = new AbortController();
  const flood = Array.from({ length: 400 }, async () => {
    while (!stop.signal.aborted) {
      await greedy.list(CONFIG_MAPS, { namespace: 'default', signal: stop.signal }).catch(() => undefined);
    }
  });
  // However slow the machine is: it is about who is served, not how fast.
  const modest = server.clientOf('modest', { timeoutMs: 300_000 });
  for (let i = 0; i < 5; i += 1) await modest.create(CONFIG_MAPS, configMap(`modest-${i}`, 100));
  stop.abort();
  await Promise.all(flood);
});

interface Target {
  client(): KubeClient;
  /** Somebody else, who may do the same. */
  clientOf(user: string, options?: ConstructorParameters<typeof KubeClient>[1]): KubeClient;
  http2(): ClientHttp2Session;
  /** A bare connection that speaks HTTP/1.1, as administrator. */
  socket(): Promise<TLSSocket>;
  residentBytes(): number;
}

async function start(t: TestContext): Promise<Target> {
  const dir = await temporaryDir(t);
  const program = await startProgram(t, dir);
  const connection = await loadConnection({ path: join(dir, 'kubeconfig'), env: {} });
  const credentials = await connection.credentials?.get();
  const tls = { ca: await readFile(join(dir, 'pki/ca.crt'), 'utf8'), ...credentials?.clientCertificate };
  const closes: (() => unknown)[] = [];
  t.after(async () => {
    for (const close of closes) await close();
  });
  const opened = (client: KubeClient) => {
    closes.push(() => client.close());
    return client;
  };
  return {
    client: () => opened(new KubeClient(connection)),
    clientOf: (user, options = {}) =>
      opened(new KubeClient({ ...connection, impersonate: { user, groups: ['system:masters'] } }, options)),
    http2: () => {
      const session = connectHttp2(connection.server, tls);
      closes.push(() => session.destroy());
      return session;
    },
    socket: () =>
      new Promise((resolve, reject) => {
        const { hostname: host, port } = new URL(connection.server);
        const socket = connectTls({ ...tls, host, port: Number(port), ALPNProtocols: ['http/1.1'] });
        closes.push(() => socket.destroy());
        socket.once('secureConnect', () => resolve(socket));
        socket.once('error', reject);
      }),
    residentBytes: () => {
      const status = readFileSync(`/proc/${program.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024;
    },
  };
}

/** Begins a watch and takes nothing of it but its headers. */
function openUnreadWatch(session: ClientHttp2Session): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':path': WATCH_PATH });
    stream.pause();
    stream.on('error', () => {});
    stream.once('response', (headers) =>
      headers[':status'] === 200 ? resolve() : reject(new Error(`answered ${headers[':status']}`)),
    );
  });
}

function configMap(name: string, size: number) {
  const metadata = { name, namespace: 'default' };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text: 'x'.repeat(size) } };
}

async function inTurns(count: number, width: number, work: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

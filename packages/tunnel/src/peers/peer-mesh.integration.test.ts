import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { after, test } from 'node:test';
import { createPki, eventually } from '@banyan/testing';
import { startTestAgent } from '../agent/test-agent.ts';
import { digest, failureOf, patternedBytes, readBytes } from '../contract/read-stream.ts';
import { deadTarget, startEcho, startHubRig, startTarget, type HubRig } from '../contract/tunnel-rig.ts';
import { isTunnelError } from '../tunnel-error.ts';
import type { Peer } from './open-peer-web-socket.ts';
import { PeerMesh } from './peer-mesh.ts';

const NEVER = new AbortController().signal;
const dir = mkdtempSync(join(tmpdir(), 'banyan-peers-'));
after(() => rmSync(dir, { recursive: true, force: true }));
const { ca, frontProxyCa: otherCa } = createPki(dir);
const DAY_MS = 24 * 3_600_000;
const { certificate: cert, key } = ca.issue({
  commonName: 'hub',
  hosts: ['hub-peer'],
  usages: ['server'],
  notBefore: new Date(Date.now() - DAY_MS),
  notAfter: new Date(Date.now() + DAY_MS),
});

/** One replica: a hub, its mesh, and the servers that agents and peers connect to. */
class Replica implements AsyncDisposable {
  readonly mesh: PeerMesh;
  readonly log: string[] = [];
  secrets: readonly string[] = ['secret'];
  readonly #rig: HubRig;
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  readonly #id: string;

  constructor(id: string, rig: HubRig, server: Server) {
    this.#id = id;
    this.#rig = rig;
    this.#server = server;
    this.mesh = new PeerMesh({
      hub: rig.hub,
      id,
      secrets: () => this.secrets,
      random: () => 0,
      observer: {
        connected: ({ peerId }) => this.log.push(`connected ${peerId}`),
        disconnected: ({ peerId }) => this.log.push(`disconnected ${peerId}`),
        connectFailed: ({ peerId, isRefused, error }) =>
          this.log.push(`failed ${peerId}${isRefused ? ' (refused)' : ''}: ${error.message}`),
      },
    });
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.#sockets.add(socket);
      this.mesh.accept({ request, socket, head });
    });
    this.#running = this.mesh.run(this.#stopping.signal);
  }

  static async start(id: string): Promise<Replica> {
    const server = createServer({ cert, key });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Replica(id, await startHubRig(), server);
  }

  get hub(): HubRig['hub'] {
    return this.#rig.hub;
  }

  get peer(): Peer {
    const { port } = this.#server.address() as AddressInfo;
    return { id: this.#id, url: `wss://127.0.0.1:${port}/peers`, ca: ca.certificate, serverName: 'hub-peer' };
  }

  startAgent(memberId: string): ReturnType<typeof startTestAgent> {
    return startTestAgent(this.#rig.url(memberId, 'h2'));
  }

  /** Its network to its peers breaks, both ways. */
  cutPeers(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.cutPeers();
    this.#server.close();
    await this.#rig[Symbol.asyncDispose]();
  }
}

function join3(...replicas: Replica[]): void {
  for (const replica of replicas) replica.mesh.setPeers(replicas.map(({ peer }) => peer));
}

test('every replica reaches a member that has its session with another', async () => {
  await using a = await Replica.start('a');
  await using b = await Replica.start('b');
  await using c = await Replica.start('c');
  await using echo = await startEcho();
  const early = await a.startAgent('early');
  await eventually('early', () => a.hub.isConnected('early'));
  join3(a, b, c);
  const late = await b.startAgent('late/with odd % id');
  for (const { hub } of [a, b, c]) {
    for (const member of ['early', 'late/with odd % id']) {
      await eventually(member, () => hub.isConnected(member));
      const stream = await hub.dial(member, echo.target, NEVER);
      const bytes = patternedBytes(3_000_000, 2);
      stream.end(bytes);
      assert.equal(digest(Buffer.concat((await stream.toArray()) as Buffer[])), digest(bytes));
    }
  }
  assert.equal(c.hub.sessions('early'), 0);
  early.kill();
  late.kill();
  for (const { hub } of [a, b, c])
    await eventually('withdrawn', () => !hub.isConnected('early') && !hub.isConnected('late/with odd % id'));
});

test('errors keep their code across a peer', async () => {
  await using a = await Replica.start('a');
  await using b = await Replica.start('b');
  join3(a, b);
  const agent = await b.startAgent('m1');
  await eventually('known', () => a.hub.isConnected('m1'));
  const codeOf = async (host: string, port: number): Promise<string> => {
    const error: unknown = await a.hub.dial('m1', { host, port }, NEVER).catch((cause: unknown) => cause);
    return isTunnelError(error) ? error.code : String(error);
  };
  assert.equal(await codeOf('forbidden', 1), 'refused');
  assert.equal(await codeOf('a b', 1), 'refused');
  const { host, port } = await deadTarget();
  assert.equal(await codeOf(host, port), 'unreachable');
  const gone: unknown = await a.hub.dial('m2', { host, port }, NEVER).catch((cause: unknown) => cause);
  assert.ok(isTunnelError(gone, 'not-connected'));
  agent.kill();
});

test('a stream that is cut in the member is cut here, not ended', async () => {
  await using a = await Replica.start('a');
  await using b = await Replica.start('b');
  await using rude = await startTarget((socket) => {
    socket.write('half');
    socket.once('data', () => socket.resetAndDestroy());
  });
  join3(a, b);
  const agent = await b.startAgent('m1');
  await eventually('known', () => a.hub.isConnected('m1'));
  const stream = await a.hub.dial('m1', rude.target, NEVER);
  await readBytes(stream, 4);
  stream.write('now');
  assert.ok(isTunnelError(await failureOf(stream), 'closed'));
  agent.kill();
});

test('a peer that goes withdraws its members at once, and is found again when it is back', async () => {
  await using a = await Replica.start('a');
  await using b = await Replica.start('b');
  await using echo = await startEcho();
  join3(a, b);
  const agent = await b.startAgent('m1');
  await eventually('known', () => a.hub.isConnected('m1'));
  const failure = failureOf(await a.hub.dial('m1', echo.target, NEVER));
  b.cutPeers();
  assert.ok(isTunnelError(await failure, 'closed'));
  await eventually('noticed', () => a.log.includes('disconnected b'));
  await eventually('found again', () => a.hub.isConnected('m1'));
  // Taken off the list it has no members from the same moment on.
  a.mesh.setPeers([]);
  assert.equal(a.hub.isConnected('m1'), false);
  agent.kill();
});

test('a dial goes one hop at most', async () => {
  await using a = await Replica.start('a');
  await using b = await Replica.start('b');
  await using c = await Replica.start('c');
  // A chain: a knows b alone, b knows c.
  a.mesh.setPeers([b.peer]);
  b.mesh.setPeers([c.peer]);
  const near = await b.startAgent('near');
  const far = await c.startAgent('far');
  await eventually('b knows far', () => b.hub.isConnected('far'));
  await eventually('a knows near', () => a.hub.isConnected('near'));
  assert.equal(a.hub.isConnected('far'), false);
  near.kill();
  far.kill();
});

test('who does not show the secret gets 401, and learns nothing', async () => {
  await using a = await Replica.start('a');
  await using b = await Replica.start('b');
  a.secrets = ['wrong'];
  const agent = await b.startAgent('m1');
  a.mesh.setPeers([b.peer]);
  await eventually('refused', () => a.log.length > 0);
  assert.deepEqual(a.log.slice(0, 1), ['failed b (refused): the peer b answered by 401']);
  assert.equal(a.hub.isConnected('m1'), false);
  agent.kill();
});

test('two secrets are valid during a rotation', async () => {
  await using a = await Replica.start('a');
  await using b = await Replica.start('b');
  await using c = await Replica.start('c');
  a.secrets = ['old', 'new'];
  b.secrets = ['new', 'old'];
  c.secrets = ['new'];
  a.mesh.setPeers([b.peer]);
  b.mesh.setPeers([a.peer]);
  c.mesh.setPeers([a.peer]);
  await eventually('all are connected', () => [a, b, c].every(({ log }) => log.length > 0));
  assert.deepEqual([a.log, b.log, c.log], [['connected b'], ['connected a'], ['connected a']]);
});

test('a rotation cuts no stream, and the old secret is worth nothing after it', async () => {
  await using a = await Replica.start('a');
  await using b = await Replica.start('b');
  await using thief = await Replica.start('thief');
  await using echo = await startEcho();
  join3(a, b);
  thief.mesh.setPeers([b.peer]);
  const agent = await b.startAgent('m1');
  await eventually('known', () => a.hub.isConnected('m1') && thief.hub.isConnected('m1'));
  const stream = await a.hub.dial('m1', echo.target, NEVER);
  const rotate = (...secrets: string[]): void => {
    for (const replica of [a, b]) replica.secrets = secrets;
    join3(a, b);
  };
  rotate('secret', 'next');
  rotate('next', 'secret');
  assert.ok(a.hub.isConnected('m1'));
  await eventually('connected anew', () => a.log.filter((line) => line === 'connected b').length === 2);
  const young = await a.hub.dial('m1', echo.target, NEVER);
  for (const each of [stream, young]) {
    each.write('x');
    await readBytes(each, 1);
  }
  stream.end();
  await stream.toArray();
  await eventually('the old connection has ended', () => a.log.includes('disconnected b'));
  rotate('next');
  await eventually('the thief is out', () => thief.log.some((line) => line.includes('(refused)')));
  assert.equal(thief.hub.isConnected('m1'), false);
  young.write('y');
  assert.equal((await readBytes(young, 1)).toString(), 'y');
  agent.kill();
});

test('without a secret nobody is connected, nor let in', async () => {
  await using a = await Replica.start('a');
  await using b = await Replica.start('b');
  b.secrets = [];
  join3(a, b);
  await eventually('both have tried', () => a.log.length > 0 && b.log.length > 0);
  assert.match(a.log[0] ?? '', /^failed b \(refused\)/);
  assert.match(b.log[0] ?? '', /^failed a: the secret of the replicas is not known yet/);
});

for (const [what, change, words] of [
  ['a certificate of another authority', { ca: otherCa.certificate }, /certificate/],
  ['a certificate for another name', { serverName: 'other' }, /altname|Hostname/i],
  ['a url without TLS', { url: 'ws://127.0.0.1:1/peers' }, /wss:/],
  ['a url that is none', { url: 'wss://' }, /URL/],
] as const) {
  test(`${what} is not spoken to`, async () => {
    await using a = await Replica.start('a');
    await using b = await Replica.start('b');
    a.mesh.setPeers([{ ...b.peer, ...change }]);
    await eventually('failed', () => a.log.length > 0);
    assert.match(a.log[0] ?? '', /^failed b: /);
    assert.match(a.log[0] ?? '', words);
  });
}

test('a replica that is stopped is gone for the others, and refuses them', async () => {
  await using a = await Replica.start('a');
  const b = await Replica.start('b');
  join3(a, b);
  await b.startAgent('m1');
  await eventually('known', () => a.hub.isConnected('m1'));
  await b[Symbol.asyncDispose]();
  await eventually('gone', () => !a.hub.isConnected('m1'));
});

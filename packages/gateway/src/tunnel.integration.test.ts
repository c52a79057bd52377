import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { MANAGED_CLUSTERS } from '@banyan/api/clusternet';
import { silentLogger } from '@banyan/controller';
import { H2_PROTOCOL, PeerMesh, runTunnelAgent, TunnelError, TunnelHub } from '@banyan/tunnel';
import { eventually, FakeClock, httpsExchange } from '@banyan/testing';
import { PeerDirectory } from './peers/peer-directory.ts';
import { PEERS_PATH } from './peers/serve-peers.ts';
import { startTestGateway } from './test-gateway.ts';
import { ID, SOCKETS, startTestHub, startWatchedWorld } from './test-world.ts';

const X = `${SOCKETS}/edge/proxy/direct/x`;

test('an agent that knows only the parent’s address carries requests to its member', async (t) => {
  const tunnels = new TunnelHub();
  t.after(() => tunnels.close());
  const { hub, member } = await startWatchedWorld(t, { tunnels });
  const jane = hub.peer('jane');
  await eventually('the agent is missed', async () => {
    const { status, body } = await httpsExchange(jane, { path: X });
    return status === 503 && body.includes('not connected');
  });
  const stop = new AbortController();
  const path = `${SOCKETS}/${ID}/attach`;
  t.after(() => stop.abort());
  const agent = runTunnelAgent({
    connect: async (protocols, signal) => (await hub.client.webSocket({ path, protocols, signal })).webSocket,
    dial: async ({ host, port }) => {
      if (host === 'web.shop') throw new TunnelError('refused', 'web.shop is not on the list');
      const socket = connect(port, host);
      await once(socket, 'connect');
      return socket;
    },
    signal: stop.signal,
  });
  await eventually('it is there', async () => (await httpsExchange(jane, { path: X })).status === 200);
  assert.equal(member.seen.at(-1)?.headers['impersonate-user'], 'jane');
  const before = member.connections();
  for (let i = 0; i < 50; i++) assert.equal((await httpsExchange(jane, { path: X })).status, 200);
  assert.equal(member.connections(), before);
  const refused = await httpsExchange(jane, { path: `${SOCKETS}/edge/proxy/http/web.shop/` });
  assert.equal(refused.status, 403);
  assert.match(refused.body.toString(), /web\.shop is not on the list/);
  stop.abort();
  await agent;
  await eventually('it is missed again', async () => (await httpsExchange(jane, { path: X })).status === 503);
});

test('the tunnel of a cluster that is no member any more is ended, and not let in again', async (t) => {
  const tunnels = new TunnelHub();
  t.after(() => tunnels.close());
  const { hub } = await startWatchedWorld(t, { tunnels });
  const stop = new AbortController();
  t.after(() => stop.abort());
  const failures: unknown[] = [];
  const path = `${SOCKETS}/${ID}/attach`;
  const agent = runTunnelAgent({
    connect: async (protocols, signal) => (await hub.client.webSocket({ path, protocols, signal })).webSocket,
    dial: () => Promise.reject(new TunnelError('refused', 'nothing is dialled here')),
    observer: { connectFailed: (failure) => failures.push(failure) },
    signal: stop.signal,
  });
  await eventually('it is there', () => tunnels.sessions(ID) === 1);
  await hub.client.delete(MANAGED_CLUSTERS, { namespace: 'clusternet-edge', name: 'edge' });
  await eventually('it is refused', () => failures.length > 0);
  assert.equal(tunnels.sessions(ID), 0);
  stop.abort();
  await agent;
});

test('agents that come at once wait for each other, and nobody waits for them', async (t) => {
  const { direct } = await startTestHub(t);
  const { hostname: host, port } = new URL(direct.server);
  const ALPNProtocols = ['http/1.1', H2_PROTOCOL];
  /** As many as the server deals with at once, none of which asks for anything, and one more; then someone else. */
  const lastOneWaits = async (): Promise<boolean> => {
    const agents = Array.from({ length: 257 }, () =>
      connectTls({ host, port: Number(port), ca: direct.ca, ALPNProtocols }),
    );
    const isGreeted = agents.map((agent) => once(agent, 'secureConnect'));
    let isLastGreeted = false;
    const last = isGreeted.pop()?.then(() => (isLastGreeted = true));
    await Promise.all(isGreeted);
    assert.equal((await httpsExchange(direct, { path: '/readyz' })).status, 200);
    const hasWaited = !isLastGreeted;
    agents[0]?.destroy();
    await last;
    for (const agent of agents) agent.destroy();
    return hasWaited;
  };
  // A machine that is very slow has given up those who do not ask before all are greeted: then it is seen next time.
  await eventually('the last one waits', lastOneWaits);
});

test('a replica that does not hold the tunnel goes through the one that does', async (t) => {
  const ids = ['one', 'two'];
  const [first, second] = ids.map((id) => {
    const tunnels = new TunnelHub();
    const secrets: { of?: PeerDirectory } = {};
    const mesh = new PeerMesh({ hub: tunnels, id, secrets: () => secrets.of?.secrets() ?? [] });
    return { id, tunnels, mesh, secrets };
  });
  assert.ok(first !== undefined && second !== undefined);
  const stop = new AbortController();
  t.after(async () => {
    stop.abort();
    await Promise.all([first.tunnels.close(), second.tunnels.close()]);
  });
  // The second one is registered last: it is the one that the parent asks.
  const world = await startWatchedWorld(t, { tunnels: first.tunnels, peers: first.mesh });
  const { hub } = world;
  const other = await startTestGateway(t, hub.client, { tunnels: second.tunnels, peers: second.mesh });
  for (const [{ id, mesh, secrets }, { direct }] of [
    [first, world],
    [second, other],
  ] as const) {
    const self = { id, url: `${direct.server.replace('https:', 'wss:')}${PEERS_PATH}`, ca: direct.ca };
    const directory = new PeerDirectory({
      hubClient: hub.client,
      namespace: 'clusternet-system',
      self,
      clock: new FakeClock(),
      random: () => 'long enough',
      logger: silentLogger,
    });
    secrets.of = directory;
    directory.onChange(() => mesh.setPeers(directory.peers()));
    void mesh.run(stop.signal);
  }
  const signal = AbortSignal.timeout(300_000);
  for (const one of [first, second, first]) await one.secrets.of?.turn(signal);
  const agentClient = hub.clientOf({ ...hub.admin, ...world.direct });
  const path = `${SOCKETS}/${ID}/attach`;
  void runTunnelAgent({
    connect: async (protocols, signal) =>
      (await agentClient.webSocket({ path, protocols, signal })).webSocket,
    dial: async ({ host, port }) => {
      const socket = connect(port, host);
      await once(socket, 'connect');
      return socket;
    },
    signal: stop.signal,
  });
  const jane = { ...hub.peer('jane'), ...other.direct };
  await eventually(
    'the way leads through',
    async () => (await httpsExchange(jane, { path: X })).status === 200,
  );
  assert.deepEqual([first.tunnels.sessions(ID), second.tunnels.sessions(ID)], [1, 0]);
  const stranger = await httpsExchange(other.direct, { path: PEERS_PATH });
  assert.equal(stranger.status, 400, 'no WebSocket');
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { test } from 'node:test';
import { CertificateAuthority, KubeClient } from '@banyan/kube';
import { eventually } from '@banyan/testing';
import { isTunnelError, runTunnelAgent, TunnelHub } from '@banyan/tunnel';
import { startAgent, startAnsweringHub, startTestMember, theMember, TOKEN } from './test-fleet.ts';

const NODES = { group: '', version: 'v1', resource: 'nodes' };
const HOUR_MS = 3_600_000;

/** In place of the gateway: takes every agent that shows a credential, under the id in its path. */
async function serveTunnels(
  tunnels: TunnelHub,
  seen: string[],
): Promise<{ server: Server; ca: string; url: string; cut: () => void } & AsyncDisposable> {
  const validity = { notBefore: new Date(Date.now() - HOUR_MS), notAfter: new Date(Date.now() + HOUR_MS) };
  const authority = CertificateAuthority.create('tunnels', validity.notBefore, validity.notAfter);
  const { certificate, key } = authority.issue({
    commonName: 'gateway',
    hosts: ['127.0.0.1'],
    usages: ['server'],
    ...validity,
  });
  let offered: string[] = [];
  const ALPNCallback = ({ protocols }: { protocols: string[] }): string => {
    offered = protocols;
    return 'http/1.1';
  };
  const server = createServer({ cert: certificate, key, ALPNCallback });
  const sockets = new Set<Duplex>();
  server.on('upgrade', (request, socket, head) => {
    sockets.add(socket);
    seen.push(`${request.url} ${request.headers.authorization?.split('.').length} ${offered.join()}`);
    const id = /^\/apis\/proxies\.clusternet\.io\/v1alpha1\/sockets\/([^/]+)\/attach$/.exec(
      request.url ?? '',
    )?.[1];
    if (id === undefined) socket.destroy();
    else tunnels.accept(id, { request, socket, head }, 'h2');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    server,
    ca: authority.certificate,
    url: `https://127.0.0.1:${port}`,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    [Symbol.asyncDispose]: async () => {
      await tunnels.close();
      server.close();
      await once(server, 'close');
    },
  };
}

test("the hub reaches a member's API server through its agent, nothing else, and again after the tunnel was cut", async () => {
  await using answering = await startAnsweringHub();
  await using member = await startTestMember();
  const { hub } = answering;
  const tunnels = new TunnelHub();
  const seen: string[] = [];
  await using served = await serveTunnels(tunnels, seen);
  const { server, ca, url } = served;
  const setting = {
    parentUrl: hub.server,
    token: TOKEN,
    ca: `${hub.ca}\n${ca}`,
    tunnelAddress: url,
    clusterName: 'edge',
  };
  await using agent = startAgent(member, setting, { tunnel: runTunnelAgent });
  await eventually('the tunnel is up', () => [...tunnels.members()].length === 1);
  const clusterId = (await theMember(hub))?.spec.clusterId ?? '';
  assert.deepEqual(seen, [
    `/apis/proxies.clusternet.io/v1alpha1/sockets/${clusterId}/attach 3 http/1.1,banyan.h2.v1`,
  ]);

  const throughTunnel = new KubeClient({
    ...member.memberClient.connection,
    dial: (host, port, signal) => tunnels.dial(clusterId, { host, port }, signal),
  });
  assert.deepEqual((await throughTunnel.list(NODES)).items, []);
  const { port } = server.address() as AddressInfo;
  for (const target of [
    { host: '127.0.0.1', port },
    { host: '169.254.169.254', port: 80 },
    { host: 'localhost', port: 6443 },
  ]) {
    await assert.rejects(tunnels.dial(clusterId, target, AbortSignal.timeout(300_000)), (error) =>
      isTunnelError(error, 'refused'),
    );
  }
  await eventually(
    'refusals are told',
    () => agent.lines.filter((line) => line.includes('refused a connection')).length === 3,
  );

  await eventually('ready', () => agent.state.readiness(performance.now()).isReady);
  served.cut();
  await eventually('down', () => agent.state.tunnelSessions === 0);
  await eventually('up again', () => agent.state.tunnelSessions === 1);
  await throughTunnel.close();
});

import { createServer, request as httpsRequest, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { KubeObject } from '@banyan/api';
import { CLUSTERNET_CRDS } from '@banyan/api/clusternet';
import { memoryPersistence, ObjectStore, startApiServer, temporaryCertificates } from '@banyan/apiserver';
import { KubeClient, staticCredentials } from '@banyan/kube';

/** An answer in place of the server's own; undefined: pass it on. */
type Fault = (request: { readonly method: string; readonly path: string }) => number | undefined;

/** For tests: an embedded API server in this process, behind a relay that may spoil answers. */
export interface TestCluster {
  /** Through the relay: what is tested uses it. */
  readonly client: KubeClient;
  /** Past the relay: what checks the test uses it. */
  readonly direct: KubeClient;
  /** Through the relay, which is taken for an administrator whatever credentials are shown. */
  readonly server: string;
  /** Past the relay. */
  readonly ownServer: string;
  readonly ca: string;
  readonly newClient: () => KubeClient;
  /** Every request through the relay, `PATCH /api/v1/…`, without the query. */
  readonly requests: string[];
  fault: Fault | undefined;
  /** Cuts every connection through the relay; while it is `away` there are no new ones. */
  readonly cut: (options?: { readonly away: boolean }) => void;
}

const HOST = '127.0.0.1';

/** Ends with the test. */
export async function startTestCluster(t: TestContext, name: string): Promise<TestCluster> {
  const certificates = temporaryCertificates([HOST]);
  const store = await ObjectStore.open(memoryPersistence());
  const defects: unknown[] = [];
  const api = await startApiServer({
    store,
    host: HOST,
    port: 0,
    ...certificates.server,
    clientCa: certificates.ca,
    serviceAccountKey: certificates.serviceAccountKey,
    onDefect: (error) => defects.push(error),
  });
  const { certificate: cert, key } = certificates.admin;
  const { ca } = certificates;
  const clients: KubeClient[] = [];
  const clientAt = (server: string): KubeClient => {
    const credentials = staticCredentials({ clientCertificate: { cert, key } });
    const client = new KubeClient({ name, server, ca, credentials }, { random: () => 0 });
    clients.push(client);
    return client;
  };
  const direct = clientAt(`https://${HOST}:${api.port}`);
  const relay = await startRelay({ target: api.port, ca, identity: { cert, key }, own: certificates.server });
  t.after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    relay.cut({ away: true });
    relay.server.close();
    await api.stop();
    await store.close();
    if (defects.length > 0) throw new AggregateError(defects, `${name} had defects`);
  });
  const server = `https://${HOST}:${(relay.server.address() as AddressInfo).port}`;
  return Object.assign(relay.state, {
    client: clientAt(server),
    direct,
    server,
    ownServer: `https://${HOST}:${api.port}`,
    ca,
    newClient: () => clientAt(server),
    cut: relay.cut,
  });
}

interface RelayOptions {
  readonly target: number;
  readonly ca: string;
  readonly identity: { readonly cert: string; readonly key: string };
  readonly own: { readonly certificate: string; readonly key: string };
}

async function startRelay({ target, ca, identity, own }: RelayOptions) {
  const state: { requests: string[]; fault: Fault | undefined } = { requests: [], fault: undefined };
  let isAway = false;
  const sockets = new Set<{ destroy(): void }>();
  const server: Server = createServer({ cert: own.certificate, key: own.key }, (incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    state.requests.push(`${method} ${path.split('?')[0]}${path.includes('watch=') ? ' (watch)' : ''}`);
    const status = state.fault?.({ method, path });
    if (status !== undefined) {
      incoming.resume();
      outgoing.writeHead(status, { 'content-type': 'text/plain' }).end('spoilt');
      return;
    }
    const onward = httpsRequest(
      { host: HOST, port: target, method, path, headers, ca, ...identity, servername: '' },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        outgoing.flushHeaders();
        answer.pipe(outgoing);
        answer.on('error', () => outgoing.destroy());
      },
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.on('connection', (socket) => {
    if (isAway) return void socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, HOST, resolve);
  await promise;
  const cut = ({ away } = { away: false }): void => {
    isAway = away;
    for (const socket of sockets) socket.destroy();
  };
  return { server, state, cut };
}

const CRDS = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };

/** What a hub's cluster has. */
export async function installDefinitions(hubClient: KubeClient): Promise<void> {
  for (const crd of CLUSTERNET_CRDS) await hubClient.apply(CRDS, crd, { fieldManager: 'test', force: true });
  for (const { metadata } of CLUSTERNET_CRDS) {
    while (!isEstablished(await hubClient.get(CRDS, { name: metadata.name ?? '' }))) await delay(20);
  }
}

function isEstablished({ status }: KubeObject): boolean {
  const { conditions = [] } = (status ?? {}) as { conditions?: { type: string; status: string }[] };
  return conditions.some((condition) => condition.type === 'Established' && condition.status === 'True');
}

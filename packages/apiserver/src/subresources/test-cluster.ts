import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { TLSSocket } from 'node:tls';
import type { CertificateAndKey, CertificateAuthority } from '@banyan/kube';
import type { ApiServerOptions } from '../api-server.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { serverCertificate, startTestApiServer } from '../test-api-server.ts';

/** For tests: an API server over memory, and how an administrator or another speaks to it. */
export interface TestCluster {
  readonly ca: CertificateAuthority;
  readonly port: number;
  readonly store: ObjectStore;
  readonly ask: (method: string, path: string, body?: object) => Promise<{ status: number; body: Answered }>;
  /** A request, not ended yet. */
  open(method: string, path: string, options?: OpenOptions): ReturnType<typeof httpsRequest>;
  client(user: string, groups?: readonly string[]): CertificateAndKey;
  stop(): Promise<void>;
}

interface OpenOptions {
  readonly headers?: Record<string, string>;
  readonly as?: CertificateAndKey;
}

/** What tests look at of answers. */
interface Answered {
  readonly message?: string;
  readonly metadata?: { readonly resourceVersion?: string; readonly labels?: Record<string, string> };
  readonly spec?: Record<string, unknown>;
  readonly status?: unknown;
  readonly text: string;
}

export async function testCluster(
  t: TestContext,
  options: (ca: CertificateAuthority) => Partial<ApiServerOptions> = () => ({}),
): Promise<TestCluster> {
  const server = await startTestApiServer(undefined, (ca) => ({
    onDefect: (error) => t.diagnostic(`defect: ${String(error)}`),
    ...options(ca),
  }));
  const { ca, store, admin, peer: client, stop } = server;
  const open: TestCluster['open'] = (method, path, { headers = {}, as = admin } = {}) =>
    httpsRequest({
      host: '127.0.0.1',
      port: server.port,
      method,
      path,
      headers,
      ca: ca.certificate,
      cert: as.certificate,
      key: as.key,
      agent: false,
    });
  t.after(stop);
  const ask: TestCluster['ask'] = async (method, path, body) => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const request = open(method, path, { headers: { 'content-type': type } });
    request.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    const said = await text(answer);
    const isJson = answer.headers['content-type']?.startsWith('application/json') === true;
    const parsed = isJson ? (JSON.parse(said) as Answered) : {};
    return { status: answer.statusCode ?? 0, body: { ...parsed, text: said } };
  };
  return { ca, port: server.port, store, ask, open, client, stop };
}

/** For tests: a kubelet, and who came to it by his certificate. */
export async function testKubelet(
  t: TestContext,
  ca: CertificateAuthority,
  handlers: {
    onRequest?: RequestListener;
    onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  },
): Promise<{ port: number; callers: string[] }> {
  const { certificate, key } = serverCertificate(ca);
  const callers: string[] = [];
  const server = createServer({
    cert: certificate,
    key,
    ca: ca.certificate,
    requestCert: true,
    rejectUnauthorized: false,
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    callers.push(String(socket.getPeerCertificate().subject?.CN ?? 'nobody'));
    t.after(() => socket.destroy());
  });
  if (handlers.onRequest !== undefined) server.on('request', handlers.onRequest);
  if (handlers.onUpgrade !== undefined) server.on('upgrade', handlers.onUpgrade);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { port: (server.address() as AddressInfo).port, callers };
}

/** For tests: a node whose kubelet is at a port, and a Pod on it. */
export async function podOnNode({ ask }: TestCluster, port: number): Promise<void> {
  await ask('POST', '/api/v1/nodes', { metadata: { name: 'n' } });
  const addresses = [
    { type: 'Hostname', address: 'unknown.invalid' },
    { type: 'InternalIP', address: '127.0.0.1' },
  ];
  const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: port } } };
  await ask('PATCH', '/api/v1/nodes/n/status', { status });
  await ask('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  const containers = [{ name: 'app', image: 'app:1' }];
  const spec = { nodeName: 'n', automountServiceAccountToken: false, containers };
  await ask('POST', '/api/v1/namespaces/default/pods', { metadata: { name: 'p' }, spec });
}

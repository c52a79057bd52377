/** Servers on loopback for this package's tests. */
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createSecureServer, type Http2SecureServer, type SecureServerOptions } from 'node:http2';
import { createServer as createHttp1SecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { ClusterConnection } from '../kubeconfig/cluster-connection.ts';
import { CertificateAuthority, type CertificateAndKey } from '../pki/certificate-authority.ts';

const NOT_BEFORE = new Date(Date.now() - 3_600_000);
const NOT_AFTER = new Date(Date.now() + 3_600_000);

/** One authority for all tests of a process: keys take time. */
export const testAuthority = CertificateAuthority.create('test-ca', NOT_BEFORE, NOT_AFTER);

export function issueTestCertificate(commonName: string, hosts: readonly string[] = []): CertificateAndKey {
  return testAuthority.issue({
    commonName,
    hosts,
    usages: ['server', 'client'],
    notBefore: NOT_BEFORE,
    notAfter: NOT_AFTER,
  });
}

const serverCertificate = issueTestCertificate('server', ['127.0.0.1', 'localhost', 'kube.test']);

export interface TestServer extends AsyncDisposable {
  readonly port: number;
  /** Trusts the server's certificate; without credentials. */
  readonly connection: ClusterConnection;
  /** Requests as they came, in order. */
  readonly requests: IncomingMessage[];
  /** Connections that were ever made. */
  readonly sockets: Socket[];
  readonly server: Server | Http2SecureServer;
}

export interface TestServerOptions {
  /** `tls` offers h2 and http/1.1, `tls-http1` only the latter, `plain` is without TLS. Default `tls`. */
  readonly kind?: 'tls' | 'tls-http1' | 'plain';
  readonly tls?: SecureServerOptions;
}

export async function startTestServer(
  handle: (request: IncomingMessage, response: ServerResponse, count: number) => void,
  options: TestServerOptions = {},
): Promise<TestServer> {
  const requests: IncomingMessage[] = [];
  const sockets: Socket[] = [];
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    requests.push(request);
    handle(request, response, requests.length);
  };
  const kind = options.kind ?? 'tls';
  const server = newServer(kind, options.tls ?? {});
  server.on('request', onRequest);
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connection: ClusterConnection = {
    name: 'test',
    server: `${kind === 'plain' ? 'http' : 'https'}://127.0.0.1:${port}`,
    ...(kind !== 'plain' && { ca: testAuthority.certificate }),
  };
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { port, connection, requests, sockets, server, [Symbol.asyncDispose]: close };
}

function newServer(kind: TestServerOptions['kind'], tls: SecureServerOptions): Server | Http2SecureServer {
  const options = { key: serverCertificate.key, cert: serverCertificate.certificate, ...tls };
  if (kind === 'plain') return createPlainServer();
  return kind === 'tls-http1'
    ? createHttp1SecureServer(options)
    : createSecureServer({ ...options, allowHTTP1: true });
}

/** An answer as the API server gives it. */
export function answer(
  response: ServerResponse,
  status: number,
  body: unknown = {},
  headers: Record<string, string> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  (response as ServerResponse)
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(bytes);
}

export function statusBody(code: number, reason: string, message = reason): object {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message };
}

import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import type { TestParent } from './test-parent.ts';

/** A bare server behind the parent that answers as a test tells it to. */
export interface BareBackend {
  readonly server: Server;
  readonly port: number;
  /** Connections that were made to it so far. */
  readonly connections: number;
  /** Those that are open. */
  readonly sockets: ReadonlySet<Socket>;
  readonly group: string;
}

export interface BareBackendOptions {
  readonly name: string;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** Default: it has discovery, and `answer` is asked for the rest. */
  readonly hasDiscovery?: boolean;
  readonly isAwaited?: boolean;
}

export async function startBackend(
  t: TestContext,
  parent: TestParent,
  { name, answer, hasDiscovery = true, isAwaited = true }: BareBackendOptions,
): Promise<BareBackend> {
  const group = `${name}.test`;
  const { certificate, key } = parent.serviceCertificate(name);
  const trust = { ca: parent.frontProxyCa, requestCert: true, rejectUnauthorized: false };
  let connections = 0;
  const server = createServer({ cert: certificate, key, ...trust }, (request, response) => {
    if (hasDiscovery && sendDiscovery(group, request, response)) return;
    answer(request, response);
  });
  const sockets = new Set<Socket>();
  server.on('secureConnection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.close();
    server.closeAllConnections();
    if (server.listening) await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  await parent.register({ service: name, group, port, isAwaited });
  return {
    server,
    port,
    sockets,
    get connections() {
      return connections;
    },
    group,
  };
}

function sendDiscovery(group: string, { url = '' }: IncomingMessage, response: ServerResponse): boolean {
  const isOwn = url === `/apis/${group}/v1`;
  if (!isOwn && url !== '/apis' && !url.startsWith('/openapi')) return false;
  response.writeHead(isOwn ? 200 : 404, { 'content-type': 'application/json' });
  const resources = [{ name: 'things', namespaced: false, kind: 'Thing', verbs: ['get'] }];
  response.end(JSON.stringify({ kind: 'APIResourceList', groupVersion: `${group}/v1`, resources }));
  return true;
}

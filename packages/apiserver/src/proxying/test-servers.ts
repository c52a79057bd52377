import { once } from 'node:events';
import {
  createServer,
  ServerResponse,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import type { UpgradeOffer } from './upgrade-offer.ts';

/** For tests: listens on any port until the test ends. */
async function listen(t: TestContext, server: Server): Promise<URL> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** For tests: a plain server. */
export function backend(t: TestContext, onRequest: RequestListener): Promise<URL> {
  return listen(t, createServer(onRequest));
}

/** For tests: a server that switches to another protocol when it is asked to. */
export function upgradingBackend(
  t: TestContext,
  onUpgrade: (request: IncomingMessage, socket: Socket, head: Buffer) => void,
): Promise<URL> {
  return listen(t, createServer().on('upgrade', onUpgrade));
}

type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  context: { signal: AbortSignal; upgrade?: UpgradeOffer },
) => Promise<void>;

/** For tests: a server whose requests are handled as the API server hands them on. `failures` is what they threw. */
export async function frontend(
  t: TestContext,
  handler: Handler,
  { http2 = false } = {},
): Promise<{ url: URL; failures: Error[] }> {
  const failures: Error[] = [];
  const serve = (request: IncomingMessage, response: ServerResponse, upgrade?: UpgradeOffer) => {
    const gone = new AbortController();
    (upgrade?.socket ?? response).once('close', () => gone.abort());
    handler(request, response, { signal: gone.signal, ...(upgrade && { upgrade }) }).catch((error: Error) => {
      failures.push(error);
      response.writeHead(502).end();
    });
  };
  const server = http2
    ? (createHttp2Server() as unknown as Server)
    : createServer().on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
        const response = new ServerResponse(request);
        response.shouldKeepAlive = false;
        response.assignSocket(socket);
        response.once('finish', () => socket.end());
        serve(request, response, { socket, head });
      });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => serve(request, response));
  return { url: await listen(t, server), failures };
}

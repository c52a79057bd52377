/** A hub behind an HTTP server on loopback, and targets to dial, for this package's tests. */
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { DialTarget } from '../dial-target.ts';
import { TunnelHub, type TunnelHubOptions } from '../hub/tunnel-hub.ts';
import { TunnelError } from '../tunnel-error.ts';

export interface HubRig extends AsyncDisposable {
  readonly hub: TunnelHub;
  readonly port: number;
  /** Of a member's agent; the protocol is chosen by the path. */
  readonly url: (memberId: string, protocol: 'h2' | 'remotedialer') => string;
  /** Cuts every connection of agents, as a broken network does. */
  readonly cut: () => void;
  readonly connections: number;
}

export async function startHubRig(options: TunnelHubOptions = {}): Promise<HubRig> {
  const hub = new TunnelHub(options);
  const sockets = new Set<Duplex>();
  const server = createHttpServer();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    const [, protocol, memberId = ''] = (request.url ?? '').split('/');
    hub.accept(
      decodeURIComponent(memberId),
      { request, socket, head },
      protocol === 'h2' ? 'h2' : 'remotedialer',
    );
  });
  const port = await listen(server);
  return {
    hub,
    port,
    url: (memberId, protocol) => `ws://127.0.0.1:${port}/${protocol}/${encodeURIComponent(memberId)}`,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    get connections() {
      return sockets.size;
    },
    [Symbol.asyncDispose]: async () => {
      await hub.close();
      server.close();
    },
  };
}

export interface Target extends AsyncDisposable {
  readonly target: DialTarget;
  readonly sockets: ReadonlySet<Socket>;
}

/** A server for the far end of tunnels. */
export async function startTarget(onSocket: (socket: Socket) => void): Promise<Target> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    onSocket(socket);
  });
  const port = await listen(server);
  return {
    target: { host: '127.0.0.1', port },
    sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

export function startEcho(): Promise<Target> {
  return startTarget((socket) => socket.pipe(socket));
}

/** What an agent does without a policy; `forbidden` is refused. */
export async function dialTcp({ host, port }: DialTarget, signal: AbortSignal): Promise<Duplex> {
  if (host === 'forbidden') throw new TunnelError('refused', 'forbidden is not in the policy');
  const socket = connect({ host, port, allowHalfOpen: true, signal });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return socket;
}

/** A port of loopback that nobody listens on. */
export async function deadTarget(): Promise<DialTarget> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return { host: '127.0.0.1', port };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

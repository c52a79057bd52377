import type { Server, Socket } from 'node:net';
import { offersProtocol, readClientHello } from './client-hello.ts';

export interface SortOptions {
  /** What patient clients offer by ALPN. */
  readonly protocol: string;
  /** Of any client. */
  readonly helloTimeoutMs: number;
  /** Lets a patient one wait, and calls back when it is his turn. */
  readonly wait: (socket: Socket, begin: () => void) => void;
}

type Begin = (this: Server, socket: Socket) => void;

/**
 * Looks at the first words of each client before TLS begins, and lets patient ones wait. Takes the server's own listeners
 * for connections, which begin the handshake, in hand.
 *
 * The server must have been made with `pauseOnConnect`: what flows before TLS begins gets TLS's last words lost.
 */
export function sortConnections(server: Server, { protocol, helloTimeoutMs, wait }: SortOptions): void {
  const listeners = server.listeners('connection') as Begin[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    socket.on('error', ignoreError);
    const begin = () => {
      if (socket.destroyed) return;
      socket.off('error', ignoreError);
      for (const listener of listeners) listener.call(server, socket);
    };
    readClientHello(socket, helloTimeoutMs, (hello) => {
      if (offersProtocol(hello, protocol)) wait(socket, begin);
      else begin();
    });
  });
}

/** A client that goes before it was greeted is no news. */
function ignoreError(): void {}

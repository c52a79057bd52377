import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The connection of a request that asks for another protocol. */
export interface UpgradeOffer {
  readonly socket: Duplex;
  /** What the client sent already after the request. */
  readonly head: Buffer;
}

const PROTOCOLS = new Set(['websocket', 'spdy/3.1']);

/** Whether a request asks for a protocol that streams are carried by. One with a body is a request like others. */
export function isUpgrade({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { upgrade = '', 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return PROTOCOLS.has(upgrade.toLowerCase()) && length === '0' && encoding === undefined;
}

/**
 * Reads ahead a little, so that it is noticed when the client goes. Returns what ends that, to be called before anyone
 * else reads.
 */
export function watchForEnd(socket: Duplex, onEnd: () => void): () => void {
  // Reading nothing tells the end, and takes nothing.
  const look = () => void socket.read(0);
  socket.on('readable', look);
  socket.once('end', onEnd);
  return () => {
    socket.off('readable', look);
    socket.off('end', onEnd);
  };
}

/** Takes the connection from HTTP: from here on it is the caller's, who closes it. */
export function takeConnection(response: ServerResponse, { socket, head }: UpgradeOffer): Duplex {
  // For metrics: what was answered is said on the connection itself.
  response.statusCode = 101;
  response.detachSocket(socket as Parameters<ServerResponse['detachSocket']>[0]);
  if (head.length > 0) socket.unshift(head);
  return socket;
}

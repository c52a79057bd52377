import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { takeConnection, type RequestScope, type Security } from '@banyan/apiserver';
import { badRequest } from '../gateway-errors.ts';

/** Where replicas of the hub connect to each other. */
export const PEERS_PATH = '/banyan.dev/hub-peers';

/** What takes their connections, and finds out itself whether they are what they say; `PeerMesh` of @banyan/tunnel fits. */
export interface PeerAcceptor {
  accept(upgrade: {
    readonly request: IncomingMessage;
    readonly socket: Duplex;
    readonly head: Buffer;
  }): void;
}

const UNVERIFIED_PEER = { name: 'banyan:unverified-peer', groups: [], extra: {} };

/** Leaves connections of replicas to the acceptor: the secret that they show is nothing that the parent should see. */
export function withPeers(security: Security): Security {
  return {
    authenticate: (request, warn) =>
      request.url === PEERS_PATH ? UNVERIFIED_PEER : security.authenticate(request, warn),
    authorizer: {
      authorize: (user, access) =>
        user === UNVERIFIED_PEER && access.type === 'path' && access.path === PEERS_PATH
          ? { allowed: true, reason: '' }
          : security.authorizer.authorize(user, access),
    },
  };
}

export function servePeer({ request, response, upgrade }: RequestScope, peers: PeerAcceptor): Promise<void> {
  if (upgrade === undefined || request.headers.upgrade?.toLowerCase() !== 'websocket')
    throw badRequest('replicas of the hub connect here, by WebSocket');
  peers.accept({ request, socket: takeConnection(response, upgrade), head: Buffer.alloc(0) });
  return Promise.resolve();
}

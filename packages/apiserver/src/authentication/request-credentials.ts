import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Credentials } from './request-login.ts';

/** By connection: what its certificates are worth is then worked out once, not with every request. */
const chains = new WeakMap<TLSSocket, readonly X509Certificate[]>();

/** More than anyone sends. */
const MAX_LENGTH = 10;

/**
 * What a request brings. The server must ask for certificates without judging them (`requestCert: true`,
 * `rejectUnauthorized: false`): there is more than one authority, and who shows none may come in by other ways.
 */
export function credentialsOf({ socket, headersDistinct }: IncomingMessage): Credentials {
  return { headers: headersDistinct, certificates: socket instanceof TLSSocket ? chainOf(socket) : [] };
}

function chainOf(socket: TLSSocket): readonly X509Certificate[] {
  const known = chains.get(socket);
  if (known !== undefined) return known;
  const chain: X509Certificate[] = [];
  let next = socket.getPeerX509Certificate();
  while (next !== undefined && chain.length < MAX_LENGTH) {
    chain.push(next);
    next = next.issuerCertificate;
  }
  chains.set(socket, chain);
  return chain;
}

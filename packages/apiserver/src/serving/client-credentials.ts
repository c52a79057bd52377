import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { HeaderValues } from '../authentication/header-values.ts';
import type { Credentials } from '../authentication/request-login.ts';

/** Certificates are read once a connection. */
const chains = new WeakMap<object, readonly X509Certificate[]>();

/** What a request brings to say who sent it. */
export function credentialsOf(request: IncomingMessage): Credentials {
  return { headers: headerValuesOf(request), certificates: certificatesOf(request.socket as TLSSocket) };
}

/** All values of every header. HTTP/2 requests have no `headersDistinct`. */
export function headerValuesOf({ rawHeaders }: IncomingMessage): HeaderValues {
  const values: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? '').toLowerCase();
    (values[name] ??= []).push(rawHeaders[i + 1] ?? '');
  }
  return values;
}

function certificatesOf(socket: TLSSocket): readonly X509Certificate[] {
  const known = chains.get(socket);
  if (known !== undefined) return known;
  const chain: X509Certificate[] = [];
  let next = socket.getPeerX509Certificate();
  while (next !== undefined && !chain.some(({ raw }) => next?.raw.equals(raw))) {
    chain.push(next);
    next = next.issuerCertificate;
  }
  chains.set(socket, chain);
  return chain;
}

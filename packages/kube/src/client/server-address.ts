import { isIP } from 'node:net';
import { KubeError } from '../errors/kube-error.ts';
import type { ClusterConnection } from '../kubeconfig/cluster-connection.ts';

/** The server's URL taken apart once. */
export interface ServerAddress {
  readonly secure: boolean;
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** `host:port`, for the Host header. */
  readonly authority: string;
  readonly origin: string;
  /** What stands before `/api`: empty, or `/prefix` without a slash at its end. */
  readonly pathPrefix: string;
  /** The name to find in the certificate. */
  readonly certificateName: string;
  /** The name to send as SNI: empty for an address, which may not stand there. */
  readonly sni: string;
}

export function serverAddress(connection: ClusterConnection): ServerAddress {
  const url = parseServer(connection);
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const certificateName = connection.tlsServerName ?? host;
  return {
    secure,
    host,
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    authority: url.host,
    origin: url.origin,
    pathPrefix: url.pathname.replace(/\/+$/, ''),
    certificateName,
    sni: isIP(certificateName) === 0 ? certificateName : '',
  };
}

function parseServer(connection: ClusterConnection): URL {
  const url = URL.parse(connection.server);
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return url;
  throw new KubeError(
    'BadConfig',
    `cluster "${connection.name}": server ${JSON.stringify(withoutPassword(connection.server))} is not an http(s) URL`,
  );
}

/** A URL as it may stand in a message: user and password are nobody's business. */
export function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//');
}

import type { Duplex } from 'node:stream';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import type { ClusterConnection } from '../kubeconfig/cluster-connection.ts';
import { openTcp, whenReady } from './open-tcp.ts';
import { openThroughProxy } from './open-through-proxy.ts';
import type { ServerAddress } from './server-address.ts';

/** TCP, proxy and TLS together: a server that takes longer is not there. */
const CONNECT_TIMEOUT_MS = 10_000;

export interface SocketOptions {
  readonly connection: ClusterConnection;
  readonly address: ServerAddress;
  /** Of `ca` and the client certificate; undefined only for a server without TLS. */
  readonly secureContext: SecureContext | undefined;
  readonly ca: string | undefined;
  /** What we offer to speak: `h2`, `http/1.1`. */
  readonly alpn: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * The one way to a server, for every protocol above: by TCP, the connection's `dial` or its proxy, and TLS on
 * top where the server's URL says https. Rejects with the plain error of the layer that failed.
 */
export async function openSocket(options: SocketOptions): Promise<Duplex> {
  const timeout = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  try {
    const raw = await openRaw(options, signal);
    return options.address.secure ? await startTls(raw, options, signal) : raw;
  } catch (cause) {
    if (!timeout.aborted || options.signal?.aborted === true) throw cause;
    const message = `no connection to ${options.address.authority} within ${CONNECT_TIMEOUT_MS} ms`;
    throw Object.assign(new Error(message, { cause }), { code: 'ETIMEDOUT' });
  }
}

function openRaw({ connection, address, ca }: SocketOptions, signal: AbortSignal): Promise<Duplex> {
  if (connection.dial !== undefined) return connection.dial(address.host, address.port, signal);
  if (connection.proxyUrl === undefined) return openTcp(address.host, address.port, signal);
  const trust = { ca, insecure: connection.insecureSkipTlsVerify === true };
  return openThroughProxy(new URL(connection.proxyUrl), trust, address, signal);
}

function startTls(raw: Duplex, options: SocketOptions, signal: AbortSignal): Promise<TLSSocket> {
  const { address, connection } = options;
  const socket = connectTls({
    socket: raw,
    host: address.certificateName,
    servername: address.sni,
    ALPNProtocols: [...options.alpn],
    rejectUnauthorized: connection.insecureSkipTlsVerify !== true,
    ...(options.secureContext !== undefined && { secureContext: options.secureContext }),
  });
  return whenReady(socket, 'secureConnect', signal, raw);
}

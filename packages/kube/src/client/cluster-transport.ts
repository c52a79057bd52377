import { createSecureContext, type SecureContext } from 'node:tls';
import type { Duplex } from 'node:stream';
import { KubeError } from '../errors/kube-error.ts';
import type { ClusterConnection, Credentials } from '../kubeconfig/cluster-connection.ts';
import { Http1Wire } from './http1-wire.ts';
import { openSocket } from './open-socket.ts';
import type { ServerAddress } from './server-address.ts';
import { StreamWire } from './stream-wire.ts';
import type { Wire } from './wire.ts';

export interface TransportOptions {
  readonly maxConnections: number;
  readonly pingIntervalMs: number;
  readonly pingTimeoutMs: number;
}

/** What a TLS connection is bound to: with another certificate or CA it has to be another connection. */
interface TlsIdentity {
  readonly ca: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
}

interface Wires {
  readonly identity: TlsIdentity;
  readonly open: (alpn: readonly string[], signal?: AbortSignal) => Promise<Duplex>;
  readonly short: Wire;
  readonly stream: Wire;
}

/**
 * The connections to one cluster. Nothing is opened before the first request. When the client certificate or
 * the CA changes, new requests go to new connections and those under way finish on the old ones.
 */
export class ClusterTransport {
  readonly #connection: ClusterConnection;
  readonly #address: ServerAddress;
  readonly #options: TransportOptions;
  readonly #retired = new Set<Wires>();
  readonly #sockets = new Set<Duplex>();
  #current: Wires | undefined;
  #closed = false;

  constructor(connection: ClusterConnection, address: ServerAddress, options: TransportOptions) {
    this.#connection = connection;
    this.#address = address;
    this.#options = options;
  }

  async wire(kind: 'short' | 'stream', credentials: Credentials): Promise<Wire> {
    const wires = this.#wiresFor(await this.#identity(credentials));
    return wires[kind];
  }

  /** A connection of its own, outside the pools, that offers these protocols: for WebSockets. */
  async openSocket(credentials: Credentials, alpn: readonly string[], signal: AbortSignal): Promise<Duplex> {
    const wires = this.#wiresFor(await this.#identity(credentials));
    const socket = await wires.open(alpn, signal);
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }

  async close(reason: Error): Promise<void> {
    this.#closed = true;
    for (const socket of this.#sockets) socket.destroy(reason);
    const all = [...this.#retired, ...(this.#current === undefined ? [] : [this.#current])];
    await Promise.all(all.flatMap(({ short, stream }) => [short.destroy(reason), stream.destroy(reason)]));
  }

  async #identity(credentials: Credentials): Promise<TlsIdentity> {
    const { ca } = this.#connection;
    return {
      ca: typeof ca === 'function' ? await ca() : ca,
      cert: credentials.clientCertificate?.cert,
      key: credentials.clientCertificate?.key,
    };
  }

  #wiresFor(identity: TlsIdentity): Wires {
    if (this.#closed)
      throw new KubeError('Aborted', `the client of cluster "${this.#connection.name}" is closed`);
    const current = this.#current;
    if (current !== undefined && isSameIdentity(current.identity, identity)) return current;
    const next = this.#newWires(identity);
    this.#current = next;
    if (current !== undefined) this.#retire(current);
    return next;
  }

  #retire(wires: Wires): void {
    wires.short.retire();
    wires.stream.retire();
    for (const old of this.#retired) if (old.short.isIdle && old.stream.isIdle) this.#retired.delete(old);
    this.#retired.add(wires);
  }

  #newWires(identity: TlsIdentity): Wires {
    const { origin, secure } = this.#address;
    const { maxConnections, pingIntervalMs, pingTimeoutMs } = this.#options;
    const secureContext = secure ? this.#secureContext(identity) : undefined;
    const open = (alpn: readonly string[], signal?: AbortSignal): Promise<Duplex> =>
      openSocket({
        connection: this.#connection,
        address: this.#address,
        secureContext,
        ca: identity.ca,
        alpn,
        ...(signal !== undefined && { signal }),
      });
    return {
      identity,
      open,
      short: new Http1Wire({ origin, maxConnections, open: () => open(['http/1.1']) }),
      stream: new StreamWire({ origin, secure, pingIntervalMs, pingTimeoutMs, open }),
    };
  }

  #secureContext({ ca, cert, key }: TlsIdentity): SecureContext {
    try {
      return createSecureContext({
        ...(ca !== undefined && { ca }),
        ...(cert !== undefined && { cert }),
        ...(key !== undefined && { key }),
      });
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : String(cause);
      throw new KubeError(
        'BadConfig',
        `cluster "${this.#connection.name}": the CA, client certificate or key cannot be used: ${words}`,
        { cause },
      );
    }
  }
}

function isSameIdentity(a: TlsIdentity, b: TlsIdentity): boolean {
  return a.ca === b.ca && a.cert === b.cert && a.key === b.key;
}

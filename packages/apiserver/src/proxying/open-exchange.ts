import { request as httpRequest, type Agent, type ClientRequest, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { PassThrough, type Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { UnreachableError } from './unreachable-error.ts';

/** Where a request is passed on to, and how. */
export interface ProxyTarget {
  /** Scheme, host, port, path and query of what is asked for there. */
  readonly url: URL;
  /** Path and query as they go out, where not a byte may differ. Default: those of `url`. */
  readonly path?: string;
  /** Certificates; `rejectUnauthorized: false` where any certificate will do. */
  readonly tls?: Pick<
    ConnectionOptions,
    'ca' | 'cert' | 'key' | 'secureContext' | 'servername' | 'rejectUnauthorized'
  >;
  /** Makes the connection, with TLS if there is to be any: HTTP is spoken on it. Undefined: refused. */
  readonly connect?: () => Duplex | undefined | Promise<Duplex>;
  /**
   * Keeps connections for requests that are no upgrades; with its own `tls`, or beside `connect` making them the same
   * way. Without one, a connection a request.
   */
  readonly agent?: Agent;
  /** Added to what the client sent, in the place of its own headers of the same names. */
  readonly headers?: OutgoingHttpHeaders;
}

export interface ExchangeOptions {
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  /** Ends the exchange with both sides. */
  readonly signal: AbortSignal;
  /** Never a kept connection: it will be another protocol's. */
  readonly ownConnection?: boolean;
}

/** A node that does not answer by then is not there. */
const CONNECT_TIMEOUT_MS = 30_000;

/** The request to the target, not ended yet. Its errors are UnreachableErrors until there is a connection. */
export function openExchange(target: ProxyTarget, options: ExchangeOptions): ClientRequest {
  const { url, tls, agent } = target;
  const { method, headers, signal, ownConnection = false } = options;
  const keep = agent !== undefined && !ownConnection;
  const { connect, path = `${url.pathname}${url.search}` } = target;
  const common = { method, headers, signal, path, ...hostOf(url) };
  // Node asks `createConnection` only where there is no agent.
  if (connect !== undefined) {
    const dial = { createConnection: (_: object, made: Made) => dialled(connect(), made) };
    return httpRequest({ ...common, ...(keep ? { agent } : dial) });
  }
  const outgoing =
    url.protocol === 'http:'
      ? httpRequest({ ...common, agent: false })
      : httpsRequest({ ...common, ...tls, agent: keep ? agent : false });
  limitConnecting(outgoing, url);
  return outgoing;
}

type Made = (error: Error | null, socket: Duplex) => void;

function dialled(socket: Duplex | undefined | Promise<Duplex>, made: Made): Duplex | undefined {
  if (socket instanceof Promise) {
    socket.then(
      (opened) => made(null, opened),
      (error: unknown) => made(error as Error, new PassThrough()),
    );
    return undefined;
  }
  if (socket !== undefined) return socket;
  const refused = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
  setImmediate(() => made(refused, new PassThrough()));
  return undefined;
}

function hostOf({ hostname, port, protocol }: URL): { host: string; port: number } {
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: Number(port || (protocol === 'http:' ? 80 : 443)) };
}

/** A connection that is made is not limited: streams may be silent for as long as they like. */
function limitConnecting(outgoing: ClientRequest, url: URL): void {
  outgoing.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(
      () => outgoing.destroy(new UnreachableError(url, { code: 'ETIMEDOUT' })),
      CONNECT_TIMEOUT_MS,
    ).unref();
    const stop = () => clearTimeout(timer);
    socket.once(url.protocol === 'http:' ? 'connect' : 'secureConnect', stop);
    socket.once('close', stop);
  });
}

import type { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import { Client, type Dispatcher, type buildConnector } from 'undici';
import type { ExchangeControl, ResponseReceiver, Wire, WireRequest } from './wire.ts';

/** Shorter than the 90 s after which a kube-apiserver closes an idle connection: we are the first to close. */
const KEEP_ALIVE_MS = 55_000;
/** What comes back in headers is small; warnings are what there can be many of. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Of a pool without a limit: connections kept for the next stream. */
const IDLE_STREAM_CONNECTIONS = 4;

export interface Http1WireOptions {
  readonly origin: string;
  /** Connections at most; null for as many as there are exchanges at once (streams each hold one). */
  readonly maxConnections: number | null;
  readonly open: () => Promise<Duplex>;
}

/**
 * HTTP/1.1 keep-alive connections, each a client of undici's. The one used last is used next, so that as few
 * stay open as the load needs. (undici's own pool waits a turn of the event loop before it uses a connection
 * again, and meanwhile opens another.) No retry and no time-out here.
 */
export class Http1Wire implements Wire {
  readonly #options: Http1WireOptions;
  readonly #connections = new Set<Client>();
  readonly #idle: Client[] = [];
  readonly #waiting: { readonly request: WireRequest; readonly receiver: ResponseReceiver }[] = [];
  #retired = false;
  #destroyed = false;

  constructor(options: Http1WireOptions) {
    this.#options = options;
  }

  exchange(request: WireRequest, receiver: ResponseReceiver): void {
    const connection = this.#idle.pop() ?? this.#newConnection();
    if (connection === undefined) this.#waiting.push({ request, receiver });
    else this.#dispatch(connection, request, receiver);
  }

  retire(): void {
    this.#retired = true;
    for (const connection of this.#idle.splice(0)) this.#drop(connection);
  }

  get isIdle(): boolean {
    return this.#connections.size === this.#idle.length;
  }

  async destroy(reason: Error): Promise<void> {
    this.#destroyed = true;
    for (const { receiver } of this.#waiting.splice(0)) receiver.onError(reason);
    await Promise.all([...this.#connections].map((connection) => connection.destroy(reason)));
  }

  #dispatch(connection: Client, request: WireRequest, receiver: ResponseReceiver): void {
    connection.dispatch(
      {
        method: request.method as Dispatcher.HttpMethod,
        path: request.path,
        headers: request.headers,
        body: request.body ?? null,
      },
      dispatchHandler(receiver, () => this.#release(connection)),
    );
  }

  #release(connection: Client): void {
    if (this.#destroyed) return;
    const next = this.#waiting.shift();
    if (next !== undefined) {
      this.#dispatch(connection, next.request, next.receiver);
    } else if (
      !this.#retired &&
      this.#idle.length < (this.#options.maxConnections ?? IDLE_STREAM_CONNECTIONS)
    ) {
      this.#idle.push(connection);
    } else {
      this.#drop(connection);
    }
  }

  #drop(connection: Client): void {
    this.#connections.delete(connection);
    void connection.close();
  }

  #newConnection(): Client | undefined {
    const { origin, maxConnections, open } = this.#options;
    if (maxConnections !== null && this.#connections.size >= maxConnections) return undefined;
    const connection = new Client(origin, {
      // We give it one request at a time. With 1 undici would pause between two.
      pipelining: 2,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MAX_HEADER_BYTES,
      connect: connectorFor(open),
    });
    this.#connections.add(connection);
    return connection;
  }
}

function connectorFor(open: () => Promise<Duplex>): buildConnector.connector {
  const opened = callbackify(open);
  return (_options, callback) => {
    opened((error, socket) => {
      // callbackify gives null for no error; undici asks no more of a socket than a Duplex has.
      if (error as Error | null) callback(error, null);
      else callback(null, socket as never);
    });
  };
}

function dispatchHandler(receiver: ResponseReceiver, release: () => void): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (controller) => receiver.onStart(exchangeControl(controller)),
    onResponseStart: (_controller, status, headers) => {
      // 1xx answers are only announcements.
      if (status >= 200) receiver.onHeaders(status, headers);
    },
    onResponseData: (_controller, chunk) => receiver.onData(chunk),
    onResponseEnd: () => {
      release();
      receiver.onEnd();
    },
    onResponseError: (_controller, error) => {
      // Later: undici ends the process if a connection that failed is given work while it says so.
      queueMicrotask(release);
      receiver.onError(error);
    },
  };
}

function exchangeControl(controller: Dispatcher.DispatchController): ExchangeControl {
  return {
    pause: () => controller.pause(),
    resume: () => controller.resume(),
    abort: (reason) => controller.abort(reason),
  };
}

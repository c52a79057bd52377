import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { Http1Wire } from './http1-wire.ts';
import { Http2Session } from './http2-session.ts';
import type { ResponseReceiver, Wire, WireRequest } from './wire.ts';

export interface StreamWireOptions {
  readonly origin: string;
  readonly secure: boolean;
  readonly pingIntervalMs: number;
  readonly pingTimeoutMs: number;
  readonly open: (alpn: readonly string[]) => Promise<Duplex>;
}

/**
 * For what lasts: streams of one HTTP/2 connection, of a second one when the first has as many as the server
 * allows. A server (or a proxy that ends TLS) that does not choose h2 gets HTTP/1.1, a connection a stream.
 */
export class StreamWire implements Wire {
  readonly #options: StreamWireOptions;
  readonly #sessions = new Set<Http2Session>();
  #opening: Promise<void> | undefined;
  #http1: Http1Wire | undefined;
  #retired = false;
  #destroyed: Error | undefined;

  constructor(options: StreamWireOptions) {
    this.#options = options;
    if (!options.secure) this.#http1 = this.#newHttp1();
  }

  exchange(request: WireRequest, receiver: ResponseReceiver): void {
    if (this.#destroyed !== undefined) {
      receiver.onError(this.#destroyed);
    } else if (this.#http1 !== undefined) {
      this.#http1.exchange(request, receiver);
    } else {
      const session = this.#sessionWithRoom();
      if (session === undefined) this.#exchangeLater(request, receiver);
      else session.exchange(request, receiver);
    }
  }

  retire(): void {
    this.#retired = true;
    for (const session of this.#sessions) session.closeWhenIdle();
    this.#http1?.retire();
  }

  get isIdle(): boolean {
    const sessionsAreIdle = this.#sessions.values().every((session) => session.isIdle);
    return this.#opening === undefined && sessionsAreIdle && (this.#http1?.isIdle ?? true);
  }

  async destroy(reason: Error): Promise<void> {
    this.#destroyed = reason;
    for (const session of this.#sessions) session.destroy(reason);
    await this.#http1?.destroy(reason);
  }

  #sessionWithRoom(): Http2Session | undefined {
    return this.#sessions.values().find((session) => session.hasRoom);
  }

  /** All who wait share one attempt to connect; whoever finds the new connection full already asks again. */
  #exchangeLater(request: WireRequest, receiver: ResponseReceiver): void {
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    this.#opening.then(
      () => this.exchange(request, receiver),
      (error: unknown) => receiver.onError(error instanceof Error ? error : new Error(String(error))),
    );
  }

  async #open(): Promise<void> {
    const socket = await this.#options.open(['h2', 'http/1.1']);
    if (socket instanceof TLSSocket && socket.alpnProtocol === 'h2') {
      await this.#openSession(socket);
    } else {
      socket.destroy();
      this.#http1 = this.#newHttp1();
      if (this.#retired) this.#http1.retire();
    }
  }

  async #openSession(socket: TLSSocket): Promise<void> {
    const { origin, pingIntervalMs, pingTimeoutMs } = this.#options;
    const onClosed = (): void => void this.#sessions.delete(session);
    const session: Http2Session = new Http2Session({
      origin,
      socket,
      pingIntervalMs,
      pingTimeoutMs,
      onClosed,
    });
    await session.ready();
    this.#sessions.add(session);
    if (this.#destroyed !== undefined) session.destroy(this.#destroyed);
    // Those who waited for it get their streams before it may close.
    else if (this.#retired) setImmediate(() => session.closeWhenIdle());
  }

  #newHttp1(): Http1Wire {
    return new Http1Wire({
      origin: this.#options.origin,
      maxConnections: null,
      open: () => this.#options.open(['http/1.1']),
    });
  }
}

import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { Readable, type Duplex } from 'node:stream';
import type { ResponseReceiver, WireRequest } from './wire.ts';

/** What a sender may have under way on one stream: 80 MB/s at 50 ms of delay, and the bound on what a reader who does not read holds. */
const STREAM_WINDOW_BYTES = 4 * 1024 * 1024;
/** Node acknowledges connection-level bytes as they come, so a stream that is not read does not hold up the others. */
const SESSION_WINDOW_BYTES = 16 * 1024 * 1024;
/** Node's 10 MB would refuse streams of a session whose readers are slow; this is above 100 full windows. */
const SESSION_MEMORY_MB = 512;
/** For a server that says none. Kubernetes says 100 or 250. */
const ASSUMED_MAX_STREAMS = 100;

export interface Http2SessionOptions {
  readonly origin: string;
  readonly socket: Duplex;
  readonly pingIntervalMs: number;
  readonly pingTimeoutMs: number;
  readonly onClosed: () => void;
}

/** One HTTP/2 connection. It pings while it is open, and dies when a ping is not answered in time. */
export class Http2Session {
  readonly #session: ClientHttp2Session;
  readonly #pingTimer: NodeJS.Timeout;
  readonly #pingTimeoutMs: number;
  #lost: NodeJS.Timeout | undefined;
  #openStreams = 0;
  #isGoingAway = false;
  #closesWhenIdle = false;

  constructor(options: Http2SessionOptions) {
    this.#session = connect(options.origin, {
      createConnection: () => options.socket,
      settings: { initialWindowSize: STREAM_WINDOW_BYTES, enablePush: false },
      maxSessionMemory: SESSION_MEMORY_MB,
    });
    this.#session.once('connect', () => this.#session.setLocalWindowSize(SESSION_WINDOW_BYTES));
    this.#session.once('goaway', () => {
      this.#isGoingAway = true;
      this.closeWhenIdle();
    });
    // Each stream hears of it by itself.
    this.#session.on('error', () => undefined);
    this.#session.once('close', () => {
      clearInterval(this.#pingTimer);
      clearTimeout(this.#lost);
      options.onClosed();
    });
    this.#pingTimeoutMs = options.pingTimeoutMs;
    this.#pingTimer = setInterval(() => this.#ping(), options.pingIntervalMs).unref();
  }

  /** Waits for the server's settings, which say how many streams it takes. To be called once, at the start. */
  async ready(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#session.once('remoteSettings', () => resolve());
      this.#session.once('close', () => reject(new Error('closed before the server sent its settings')));
    });
    this.#session.unref();
  }

  get hasRoom(): boolean {
    const limit = this.#session.remoteSettings.maxConcurrentStreams ?? ASSUMED_MAX_STREAMS;
    return !this.#isGoingAway && !this.#session.closed && this.#openStreams < limit;
  }

  exchange(request: WireRequest, receiver: ResponseReceiver): void {
    const stream = this.#open(request, receiver);
    if (stream === undefined) return;
    // Streams keep the process alive, a connection without any does not.
    if (this.#openStreams === 0) this.#session.ref();
    this.#openStreams += 1;
    stream.once('close', () => {
      this.#openStreams -= 1;
      if (this.#openStreams > 0) return;
      this.#session.unref();
      if (this.#closesWhenIdle) this.#session.close();
    });
    receive(stream, request.method, receiver);
    if (request.body instanceof Readable) sendStream(request.body, stream);
    else if (request.body !== undefined) stream.end(request.body);
  }

  get isIdle(): boolean {
    return this.#openStreams === 0;
  }

  closeWhenIdle(): void {
    this.#closesWhenIdle = true;
    if (this.isIdle) this.#session.close();
  }

  destroy(reason: Error): void {
    this.#session.destroy(reason);
  }

  /** Node throws here for a connection that has just gone, and for headers that cannot be sent. */
  #open(request: WireRequest, receiver: ResponseReceiver): ClientHttp2Stream | undefined {
    try {
      return this.#session.request(
        { ...request.headers, ':method': request.method, ':path': request.path },
        { endStream: request.body === undefined },
      );
    } catch (error) {
      receiver.onError(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
  }

  /** One ping at a time: while one is unanswered the time-out for it is running. */
  #ping(): void {
    if (this.#lost !== undefined || this.#session.destroyed) return;
    this.#lost = setTimeout(() => {
      const message = `the connection is dead: no answer to a ping within ${this.#pingTimeoutMs} ms`;
      this.#session.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
    }, this.#pingTimeoutMs).unref();
    this.#session.ping(() => {
      clearTimeout(this.#lost);
      this.#lost = undefined;
    });
  }
}

/** A body that fails ends the request; a request that ends lets go of its body. */
function sendStream(body: Readable, stream: ClientHttp2Stream): void {
  body.once('error', (error) => stream.destroy(error));
  stream.once('close', () => body.destroy());
  body.pipe(stream);
}

function receive(stream: ClientHttp2Stream, method: string, receiver: ResponseReceiver): void {
  let settled = false;
  let failure: Error | undefined;
  let missingBytes = 0;
  const fail = (error: Error): void => {
    if (settled) return;
    settled = true;
    receiver.onError(error);
  };
  stream.once('response', (headers) => {
    const { ':status': status = 0, ...fields } = headers;
    missingBytes = hasBody(method, status) ? Number(headers['content-length'] ?? 0) : 0;
    receiver.onHeaders(status, fields);
    // Only now: Node may give out data that came together with the headers before it tells of the headers.
    stream.on('data', onData).once('end', onEnd);
  });
  const onData = (chunk: Buffer): void => {
    missingBytes -= chunk.length;
    receiver.onData(chunk);
  };
  const onEnd = (): void => {
    // Node ends the readable side of a stream that was cut, too: its code tells, or the bytes that are missing.
    if (settled || stream.rstCode !== constants.NGHTTP2_NO_ERROR || missingBytes > 0) return;
    settled = true;
    receiver.onEnd();
  };
  stream.on('error', (error) => {
    failure ??= error;
  });
  stream.once('close', () => {
    const refused = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM;
    fail(refused || failure === undefined ? cutError(stream.rstCode) : failure);
  });
  receiver.onStart({
    pause: () => stream.pause(),
    resume: () => stream.resume(),
    abort: (reason) => {
      failure = reason;
      stream.close(constants.NGHTTP2_CANCEL);
      // A stream that the server has ended already, and that nobody reads any more, would otherwise never close.
      stream.destroy();
      fail(reason);
    },
  });
}

/** These tell the length of a body that they do not have. */
function hasBody(method: string, status: number): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304;
}

function cutError(rstCode: number): Error {
  const message = `the stream was cut (HTTP/2 code ${rstCode})`;
  const refused = rstCode === constants.NGHTTP2_REFUSED_STREAM;
  return Object.assign(new Error(message), { code: refused ? 'REFUSED_STREAM' : 'ECONNRESET' });
}

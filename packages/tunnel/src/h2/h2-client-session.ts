import {
  connect,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type OutgoingHttpHeaders,
} from 'node:http2';
import type { Duplex } from 'node:stream';
import { messageOf, printable, TunnelError } from '../tunnel-error.ts';
import { H2Stream } from './h2-stream.ts';
import {
  MAX_STREAMS,
  REASON_HEADER,
  SESSION_MEMORY_MB,
  SESSION_WINDOW_BYTES,
  STREAM_WINDOW_BYTES,
} from './h2-settings.ts';

/** Settings of HTTP/2 by their numbers. */
type ToldSettings = Readonly<Record<number, number>>;

/**
 * The side that dials: the hub towards an agent, a replica towards a peer. It owns the transport: when one goes, so
 * does the other, and every stream fails with `closed`.
 */
export class H2ClientSession {
  readonly #session: ClientHttp2Session;
  readonly #streams = new Set<H2Stream>();
  #dialing = 0;
  #isGoing = false;
  #lost: TunnelError | undefined;

  /** `told`: settings of our own, which the other side is told with the first words. */
  constructor(transport: Duplex, onClosed: (reason: string) => void, told: ToldSettings = {}) {
    this.#session = connect('http://tunnel', {
      createConnection: () => transport,
      settings: { initialWindowSize: STREAM_WINDOW_BYTES, enablePush: false, customSettings: { ...told } },
      maxSessionMemory: SESSION_MEMORY_MB,
    });
    this.#session.once('connect', () => this.#session.setLocalWindowSize(SESSION_WINDOW_BYTES));
    this.#session.once('goaway', () => {
      this.#isGoing = true;
    });
    this.#session.on('error', (error) => this.destroy(messageOf(error)));
    // Before Node ends the streams as if all were well.
    transport.once('close', () => this.destroy(transport.errored?.message ?? 'the connection was closed'));
    this.#session.once('close', () => {
      this.destroy('the session was closed');
      onClosed(this.#lost?.message ?? '');
    });
  }

  get isAccepting(): boolean {
    return !this.#isGoing && this.#lost === undefined && !this.#session.closed;
  }

  get streams(): ReadonlySet<H2Stream> {
    return this.#streams;
  }

  /** One CONNECT. After it was answered the signal has no say any more. */
  async dial(authority: string, signal: AbortSignal, headers: OutgoingHttpHeaders = {}): Promise<Duplex> {
    if (this.#streams.size + this.#dialing >= MAX_STREAMS) {
      throw new TunnelError('refused', `the session has ${MAX_STREAMS} streams already`);
    }
    this.#dialing += 1;
    try {
      const stream = await this.#connect(
        { ...headers, ':method': 'CONNECT', ':authority': authority },
        signal,
      );
      this.#streams.add(stream);
      stream.once('close', () => this.#streams.delete(stream));
      if (this.#lost !== undefined) stream.destroy(this.#lost);
      return stream;
    } finally {
      this.#dialing -= 1;
    }
  }

  /** A plain request, whose answer's body is read as a stream. */
  request(method: string, path: string): ClientHttp2Stream {
    return this.#session.request({ ':method': method, ':path': path });
  }

  /** False: not now, since it still waits for what was told before, or has gone. */
  tell(settings: ToldSettings): boolean {
    if (!this.isAccepting || this.#session.connecting || this.#session.pendingSettingsAck) return false;
    this.#session.settings({ customSettings: { ...settings } });
    return true;
  }

  /** Ends when its last stream has ended. */
  closeWhenIdle(): void {
    this.#isGoing = true;
    if (!this.#session.destroyed) this.#session.close();
  }

  destroy(reason: string): void {
    if (this.#lost !== undefined) return;
    this.#lost = new TunnelError('closed', reason);
    for (const stream of this.#streams) stream.destroy(this.#lost);
    this.#session.destroy();
  }

  async #connect(headers: OutgoingHttpHeaders, signal: AbortSignal): Promise<H2Stream> {
    if (signal.aborted) throw abortedError(signal);
    const request = this.#open(headers);
    const { promise, resolve, reject } = Promise.withResolvers<H2Stream>();
    const onAbort = (): void => {
      reject(abortedError(signal));
      request.destroy(new Error('given up'));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    request.once('response', ({ ':status': status, [REASON_HEADER]: reason }) => {
      if (status === 200) {
        resolve(new H2Stream(request));
        return;
      }
      reject(dialError(status ?? 0, String(reason ?? '')));
      request.destroy();
    });
    // It stays to the end: what went wrong is told by the code of the stream.
    request.on('error', () => undefined);
    request.once('close', () => reject(this.#lost ?? cutError(request.rstCode)));
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Node throws for a session that has just gone. */
  #open(headers: OutgoingHttpHeaders): ClientHttp2Stream {
    try {
      return this.#session.request(headers, { endStream: false });
    } catch (error) {
      throw this.#lost ?? new TunnelError('closed', 'the session is closed', error);
    }
  }
}

/** Answers of the side that is dialled through; see `serveH2`. */
function dialError(status: number, reason: string): TunnelError {
  const words = printable(reason);
  switch (status) {
    case 403:
      return new TunnelError('refused', words || 'refused by the policy of the agent');
    case 404:
      return new TunnelError('not-connected', words || 'the member is not connected');
    case 502:
      return new TunnelError('unreachable', words || 'the agent cannot reach the target');
    default:
      return new TunnelError('closed', words || `the dial was answered by ${status}`);
  }
}

function cutError(rstCode: number | undefined): TunnelError {
  return new TunnelError('closed', `the session refused or cut the stream (HTTP/2 code ${rstCode ?? 0})`);
}

function abortedError(signal: AbortSignal): TunnelError {
  return new TunnelError('aborted', 'the dial was given up', signal.reason);
}

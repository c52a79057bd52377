import {
  constants,
  performServerHandshake,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Duplex } from 'node:stream';
import { parseAuthority, type DialTarget } from '../dial-target.ts';
import { isTunnelError, messageOf, printable, TunnelError } from '../tunnel-error.ts';
import { joinStreams } from './join-streams.ts';
import {
  MAX_STREAMS,
  REASON_HEADER,
  RESETS_PER_SECOND,
  RESET_BURST,
  SESSION_MEMORY_MB,
  SESSION_WINDOW_BYTES,
  SPREAD_SETTING,
  STREAM_WINDOW_BYTES,
} from './h2-settings.ts';

export interface H2ServerOptions {
  /** Opens what a CONNECT asks for. A TunnelError is answered by its code, anything else as unreachable. */
  readonly dial: (target: DialTarget, signal: AbortSignal, headers: IncomingHttpHeaders) => Promise<Duplex>;
  /** Any other request; it answers, or does not know the path and says false. */
  readonly onRequest: (method: string, path: string, stream: ServerHttp2Stream) => boolean;
  readonly onClosed: (reason: string) => void;
}

/** The side that is dialled through: an agent, or the replica that holds the session of a member. */
export class H2ServerSession {
  readonly #session: ServerHttp2Session;
  readonly #options: H2ServerOptions;
  #reason = '';
  #spreadMs = 0;

  constructor(transport: Duplex, options: H2ServerOptions) {
    this.#options = options;
    this.#session = performServerHandshake(transport, {
      settings: { initialWindowSize: STREAM_WINDOW_BYTES, maxConcurrentStreams: MAX_STREAMS },
      maxSessionMemory: SESSION_MEMORY_MB,
      streamResetBurst: RESET_BURST,
      streamResetRate: RESETS_PER_SECOND,
      remoteCustomSettings: [SPREAD_SETTING],
    });
    this.#session.on('remoteSettings', ({ customSettings }) => {
      this.#spreadMs = customSettings?.[SPREAD_SETTING] ?? this.#spreadMs;
    });
    this.#session.setLocalWindowSize(SESSION_WINDOW_BYTES);
    this.#session.on('stream', (stream, headers) => this.#serve(stream, headers));
    this.#session.on('error', (error) => {
      this.#reason ||= messageOf(error);
    });
    transport.once('close', () => this.destroy(transport.errored?.message ?? 'the connection was closed'));
    this.#session.once('close', () => options.onClosed(this.#reason || 'the session was closed'));
  }

  /** What the other side has said last of how long reconnecting may take; 0: nothing. */
  get spreadMs(): number {
    return this.#spreadMs;
  }

  /** No new streams; it ends when the last has ended. */
  closeWhenIdle(): void {
    this.#reason ||= 'replaced by a new session';
    if (!this.#session.destroyed) this.#session.close();
  }

  destroy(reason: string): void {
    this.#reason ||= reason;
    // With a code that is not "no error", so that no stream takes it for its end.
    this.#session.destroy(undefined, constants.NGHTTP2_CANCEL);
  }

  #serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    stream.on('error', () => undefined);
    const { ':method': method = '', ':path': path = '', ':authority': authority = '' } = headers;
    if (method === 'CONNECT') {
      void this.#connect(stream, authority, headers);
    } else if (!this.#options.onRequest(method, path, stream)) {
      stream.respond({ ':status': 404 }, { endStream: true });
    }
  }

  async #connect(stream: ServerHttp2Stream, authority: string, headers: IncomingHttpHeaders): Promise<void> {
    const gone = new AbortController();
    stream.once('close', () => gone.abort());
    try {
      const target = parseAuthority(authority);
      if (target === undefined) throw new TunnelError('refused', 'not a host and a port');
      const socket = await this.#options.dial(target, gone.signal, headers);
      if (stream.closed || stream.destroyed) {
        socket.on('error', () => undefined).destroy();
        return;
      }
      stream.respond({ ':status': 200 });
      joinStreams(stream, socket);
    } catch (error) {
      if (stream.closed || stream.destroyed) return;
      stream.respond(
        { ':status': statusOf(error), [REASON_HEADER]: printable(messageOf(error)) },
        { endStream: true },
      );
      // Nobody will read what the other side has sent already.
      stream.resume();
    }
  }
}

function statusOf(error: unknown): number {
  if (isTunnelError(error, 'refused')) return 403;
  if (isTunnelError(error, 'not-connected')) return 404;
  if (isTunnelError(error, 'closed')) return 503;
  return 502;
}

import type { WebSocket } from 'ws';
import type { TunnelProtocol } from '../tunnel-observer.ts';
import type { TunnelSession } from './tunnel-session.ts';

/** How often the hub looks at its sessions. */
export const SWEEP_INTERVAL_MS = 5_000;
/**
 * Sweeps without a sign before a session is given up. Agents of ours ping every 10 s: two were missed. Old agents
 * ping every 5 s, and both ends of remotedialer wait for 60 s.
 */
const SILENT_SWEEPS: Record<TunnelProtocol, number> = { h2: 5, peer: 5, remotedialer: 12 };

/** A session in the hub's books: whose it is, since when, and whether it still shows signs of life. */
export class MemberSession {
  readonly memberId: string;
  readonly protocol: TunnelProtocol;
  readonly session: TunnelSession;
  readonly sinceMs: number;
  readonly #gone = Promise.withResolvers<void>();
  #heard = true;
  #silentSweeps = 0;
  #told = { receivedBytes: 0, sentBytes: 0 };
  #isEnding = false;

  constructor(options: {
    memberId: string;
    protocol: TunnelProtocol;
    session: TunnelSession;
    webSocket: WebSocket;
    sinceMs: number;
  }) {
    this.memberId = options.memberId;
    this.protocol = options.protocol;
    this.session = options.session;
    this.sinceMs = options.sinceMs;
    const hear = (): void => {
      this.#heard = true;
    };
    options.webSocket.on('message', hear).on('ping', hear).on('pong', hear);
  }

  /** Resolves when its connection has gone. */
  get gone(): Promise<void> {
    return this.#gone.promise;
  }

  /** Its end has been asked for; the connection goes a little later. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  end(reason: string): void {
    this.#isEnding = true;
    this.session.destroy(reason);
  }

  markGone(): void {
    this.#gone.resolve();
  }

  /**
   * Counts sweeps and not time: after this process itself stood still, what came meanwhile is read before the
   * next sweep, and nobody is taken for dead.
   */
  isSilent(): boolean {
    this.#silentSweeps = this.#heard ? 0 : this.#silentSweeps + 1;
    this.#heard = false;
    return this.#silentSweeps >= SILENT_SWEEPS[this.protocol];
  }

  /** What has been sent and received since the last time this was asked. */
  takeBytes(): { receivedBytes: number; sentBytes: number } {
    const { receivedBytes, sentBytes } = this.session;
    const since = {
      receivedBytes: receivedBytes - this.#told.receivedBytes,
      sentBytes: sentBytes - this.#told.sentBytes,
    };
    this.#told = { receivedBytes, sentBytes };
    return since;
  }
}

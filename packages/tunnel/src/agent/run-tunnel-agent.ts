import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { systemClock, type Clock } from '../clock.ts';
import type { DialTarget } from '../dial-target.ts';
import { H2_PROTOCOL } from '../h2/h2-settings.ts';
import { messageOf } from '../tunnel-error.ts';
import { AgentSession } from './agent-session.ts';
import { BackOff, GOOD_SESSION_MS } from '../reconnect/back-off.ts';
import { askedPauseMs, isCredentialRefusal } from '../reconnect/connect-failure.ts';

/** All agents of a hub may be asked to move at once: each does so at some moment of this time. */
const MOVE_SPREAD_MS = 5_000;

/** Told of the agent's side, for logs and metrics. It must be quick and must not throw. */
export interface TunnelAgentObserver {
  readonly connected?: () => void;
  readonly disconnected?: (event: { reason: string; durationMs: number }) => void;
  /** `isRefused`: the hub does not take these credentials (401, 403); others are needed. */
  readonly connectFailed?: (event: { error: Error; isRefused: boolean; retryInMs: number }) => void;
}

export interface TunnelAgentOptions {
  /**
   * Opens a WebSocket to the hub that speaks one of the protocols, and pauses it as soon as it is open: the hub
   * speaks first. An error with `httpStatus` 401 or 403 tells of credentials.
   */
  readonly connect: (protocols: readonly string[], signal: AbortSignal) => Promise<WebSocket>;
  /**
   * Opens what the hub asks for, if the policy allows it: else it throws a TunnelError `refused`, whose words the hub
   * is told. A socket that allows half-open carries a half-close.
   */
  readonly dial: (target: DialTarget, signal: AbortSignal) => Promise<Duplex>;
  readonly observer?: TunnelAgentObserver;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly signal: AbortSignal;
}

/** Keeps a session with the hub up until the signal aborts; then every stream is cut and it resolves. It never rejects. */
export async function runTunnelAgent(options: TunnelAgentOptions): Promise<void> {
  await new TunnelAgent(options).run();
}

class TunnelAgent {
  readonly #options: TunnelAgentOptions;
  readonly #observer: TunnelAgentObserver;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #backOff: BackOff;
  /** The one that is used last, and those before it that still finish their streams. */
  readonly #sessions = new Set<AgentSession>();
  /** As the last hub said. It counts beyond the session: a hub that is away has said it, too. */
  #spreadMs = 0;

  constructor(options: TunnelAgentOptions) {
    this.#options = options;
    this.#observer = options.observer ?? {};
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? Math.random;
    this.#backOff = new BackOff(this.#random);
  }

  async run(): Promise<void> {
    const { signal } = this.#options;
    const stopped = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([stopped, this.#keepConnected()]);
    const sessions = [...this.#sessions];
    for (const session of sessions) session.destroy('the agent is stopping');
    await Promise.all(sessions.map((session) => session.closed));
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#options;
    while (!signal.aborted) {
      const session = await this.#connect();
      if (session === undefined) continue;
      for (const older of this.#sessions) if (older !== session) older.closeWhenIdle();
      const hasGone = session.closed.then(() => true);
      const isMoving = session.moving.then(() => false);
      if (await Promise.race([hasGone, isMoving])) await this.#pause();
      else await Promise.race([hasGone, this.#sleep(this.#random() * MOVE_SPREAD_MS)]);
    }
  }

  async #connect(): Promise<AgentSession | undefined> {
    const { signal } = this.#options;
    try {
      const webSocket = await this.#options.connect([H2_PROTOCOL], signal);
      // Its session hears of it by its closing; without a listener it would end the process.
      webSocket.on('error', () => undefined);
      if (webSocket.protocol !== H2_PROTOCOL) {
        webSocket.terminate();
        throw new Error(`the hub does not speak ${H2_PROTOCOL}`);
      }
      if (signal.aborted) webSocket.terminate();
      return this.#open(webSocket);
    } catch (cause) {
      if (signal.aborted) return undefined;
      await this.#pause(cause instanceof Error ? cause : new Error(messageOf(cause)));
      return undefined;
    }
  }

  #open(webSocket: WebSocket): AgentSession {
    const startMs = this.#clock.elapsed();
    const { dial } = this.#options;
    const session = new AgentSession({ webSocket, dial, clock: this.#clock });
    this.#sessions.add(session);
    this.#observer.connected?.();
    void session.closed.then((reason) => {
      this.#sessions.delete(session);
      if (session.spreadMs > 0) this.#spreadMs = session.spreadMs;
      const durationMs = this.#clock.elapsed() - startMs;
      if (durationMs >= GOOD_SESSION_MS) this.#backOff.reset();
      this.#observer.disconnected?.({ reason, durationMs });
    });
    return session;
  }

  async #pause(error?: Error): Promise<void> {
    const isRefused = isCredentialRefusal(error);
    const spreadMs = this.#spreadMs;
    const retryInMs = this.#backOff.nextMs({ isRefused, spreadMs, retryAfterMs: askedPauseMs(error) });
    if (error !== undefined) this.#observer.connectFailed?.({ error, isRefused, retryInMs });
    await this.#sleep(retryInMs);
  }

  async #sleep(ms: number): Promise<void> {
    // Only the signal ends it early, and then there is nothing left to do.
    await this.#clock.sleep(ms, this.#options.signal).catch(() => undefined);
  }
}

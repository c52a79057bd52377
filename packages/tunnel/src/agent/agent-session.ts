import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import type { DialTarget } from '../dial-target.ts';
import { H2ServerSession } from '../h2/h2-server-session.ts';
import { MOVE_PATH } from '../h2/h2-settings.ts';
import { keepAlive } from '../wire/keep-alive.ts';
import { WebSocketStream } from '../wire/web-socket-stream.ts';

export interface AgentSessionOptions {
  readonly webSocket: WebSocket;
  readonly dial: (target: DialTarget, signal: AbortSignal) => Promise<Duplex>;
  readonly clock: Clock;
}

/** One session of the agent with a hub. */
export class AgentSession {
  readonly #server: H2ServerSession;
  readonly #closed = Promise.withResolvers<string>();
  readonly #moving = Promise.withResolvers<void>();

  constructor({ webSocket, dial, clock }: AgentSessionOptions) {
    const transport = new WebSocketStream(webSocket);
    const stopPings = keepAlive(webSocket, clock);
    this.#server = new H2ServerSession(transport, {
      dial: (target, signal) => dial(target, signal),
      onRequest: (method, path, stream) => {
        if (method !== 'POST' || path !== MOVE_PATH) return false;
        stream.respond({ ':status': 204 }, { endStream: true });
        this.#moving.resolve();
        return true;
      },
      onClosed: (reason) => {
        stopPings();
        this.#closed.resolve(reason);
      },
    });
  }

  /** Resolves with the reason when it has gone. */
  get closed(): Promise<string> {
    return this.#closed.promise;
  }

  /** Resolves when the hub asks for a new session in its place. */
  get moving(): Promise<void> {
    return this.#moving.promise;
  }

  /** Of the time in which agents come back when all were cut off, as the hub has said last; 0: it has not. */
  get spreadMs(): number {
    return this.#server.spreadMs;
  }

  closeWhenIdle(): void {
    this.#server.closeWhenIdle();
  }

  destroy(reason: string): void {
    this.#server.destroy(reason);
  }
}

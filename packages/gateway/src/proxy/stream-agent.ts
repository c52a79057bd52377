import { Agent, type ClientRequest } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { OpenStream } from '@banyan/kube';

/** Shorter than the 90 s after which Go's servers close an idle connection. */
const IDLE_MS = 60_000;
/** Of one target: what a burst has opened may serve the next one. */
const MAX_IDLE = 64;

type Idle = Duplex & { _httpMessage?: unknown };

/** Keeps connections that someone else opens, TLS or not, for the next request to the same target. */
export class StreamAgent extends Agent {
  readonly #open: OpenStream;
  readonly #timers = new WeakMap<Duplex, NodeJS.Timeout>();

  constructor(open: OpenStream) {
    super({ keepAlive: true, maxFreeSockets: MAX_IDLE, timeout: IDLE_MS, scheduling: 'lifo' });
    this.#open = open;
  }

  override createConnection(
    _options: unknown,
    created?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    this.#open().then(
      (stream) => created?.(null, stream),
      // Node looks at the error first, and then at nothing else.
      (error: unknown) => created?.(error as Error, undefined as unknown as Duplex),
    );
  }

  /** Plain streams have no timers of their own, nor anything else that sockets have. */
  override keepSocketAlive(stream: Idle): boolean {
    if (stream instanceof Socket) return super.keepSocketAlive(stream) as unknown as boolean;
    this.#timers.set(stream, setTimeout(() => stream.emit('timeout'), IDLE_MS).unref());
    return true;
  }

  override reuseSocket(stream: Duplex, request: ClientRequest): void {
    if (stream instanceof Socket) return super.reuseSocket(stream, request);
    clearTimeout(this.#timers.get(stream));
    request.reusedSocket = true;
  }
}

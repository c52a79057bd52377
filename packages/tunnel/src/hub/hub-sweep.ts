import type { Clock } from '../clock.ts';
import type { TunnelObserver } from '../tunnel-observer.ts';
import { enforceBufferLimit } from './buffer-limit.ts';
import { SWEEP_INTERVAL_MS, type MemberSession } from './member-session.ts';
import type { BufferingStream } from './tunnel-session.ts';

/** How often what waits for readers is added up, while any stream is open: far faster than it can fill a machine. */
const BUFFER_CHECK_MS = 1_000;

export interface HubSweepOptions {
  readonly clock: Clock;
  readonly observer: TunnelObserver;
  readonly maxBufferedBytes: number;
  /** As it is now. */
  readonly spreadMs: () => number;
}

/** Goes round all sessions with one timer for all: ends the silent ones, tells agents how to come back, tells of bytes, bounds what is buffered. */
export class HubSweep {
  readonly #options: HubSweepOptions;
  readonly #entries = new Set<MemberSession>();
  #cancel: (() => void) | undefined;
  #untilSweepMs = SWEEP_INTERVAL_MS;

  constructor(options: HubSweepOptions) {
    this.#options = options;
  }

  add(entry: MemberSession): void {
    this.#entries.add(entry);
    if (this.#cancel === undefined) this.#schedule();
  }

  delete(entry: MemberSession): void {
    this.#entries.delete(entry);
    this.#tellBytes(entry);
    if (this.#entries.size === 0) this.stop();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#untilSweepMs = SWEEP_INTERVAL_MS;
  }

  #schedule(): void {
    this.#cancel = this.#options.clock.after(BUFFER_CHECK_MS, () => {
      this.#schedule();
      enforceBufferLimit(this.#streams(), this.#options.maxBufferedBytes);
      this.#untilSweepMs -= BUFFER_CHECK_MS;
      if (this.#untilSweepMs <= 0) this.#sweep();
    });
  }

  #sweep(): void {
    this.#untilSweepMs = SWEEP_INTERVAL_MS;
    const spreadMs = this.#options.spreadMs();
    for (const entry of this.#entries) {
      this.#tellBytes(entry);
      if (entry.isSilent()) entry.end('the agent has gone silent');
      else entry.session.tellSpread(spreadMs);
    }
  }

  #tellBytes(entry: MemberSession): void {
    const bytes = entry.takeBytes();
    if (bytes.receivedBytes + bytes.sentBytes > 0) {
      this.#options.observer.bytes?.({ memberId: entry.memberId, ...bytes });
    }
  }

  *#streams(): Iterable<BufferingStream> {
    for (const { session } of this.#entries) yield* session.streams;
  }
}

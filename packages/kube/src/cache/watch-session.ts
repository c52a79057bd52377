import type { Clock } from '../client/clock.ts';
import { KubeError } from '../errors/kube-error.ts';
import type { ReflectorSource, SourceEvent } from './reflector-source.ts';

export interface WatchSessionOptions<T> {
  readonly source: ReflectorSource<T>;
  readonly resourceVersion: string;
  readonly timeoutSeconds: number;
  readonly idleTimeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** What it throws ends the watch and is thrown. */
  readonly onEvent: (event: SourceEvent<T>) => void;
}

/** How a watch ended that did not fail. `silent`: nothing came for idleTimeoutMs, so it was given up. */
export interface WatchOutcome {
  readonly end: 'closed' | 'silent';
  readonly events: number;
  readonly lastedMs: number;
}

/** One watch from its request to its end. Throws what the source throws. */
export async function watchOnce<T>(options: WatchSessionOptions<T>): Promise<WatchOutcome> {
  const { source, clock, onEvent, resourceVersion, timeoutSeconds } = options;
  const startedMs = clock.elapsed();
  const silence = new SilenceGuard(clock, options.idleTimeoutMs);
  const signal = AbortSignal.any([options.signal, silence.signal]);
  const guarding = silence.run();
  let events = 0;
  try {
    for await (const event of source.watch({ resourceVersion, timeoutSeconds, signal })) {
      silence.heard();
      events++;
      onEvent(event);
    }
  } catch (error) {
    if (!silence.noticed) throw error;
  } finally {
    silence.stop();
    await guarding;
  }
  const end = silence.noticed ? 'silent' : 'closed';
  return { end, events, lastedMs: clock.elapsed() - startedMs };
}

/** Aborts its signal when nothing was heard for a time. One sleeping timer, not one an event. */
class SilenceGuard {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #watch = new AbortController();
  readonly #sleep = new AbortController();
  #lastHeardMs: number;

  constructor(clock: Clock, limitMs: number) {
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.#lastHeardMs = clock.elapsed();
  }

  get signal(): AbortSignal {
    return this.#watch.signal;
  }

  get noticed(): boolean {
    return this.#watch.signal.aborted;
  }

  heard(): void {
    this.#lastHeardMs = this.#clock.elapsed();
  }

  stop(): void {
    this.#sleep.abort();
  }

  async run(): Promise<void> {
    while (!this.#sleep.signal.aborted) {
      const quietMs = this.#clock.elapsed() - this.#lastHeardMs;
      if (quietMs >= this.#limitMs) {
        this.#watch.abort(new KubeError('Timeout', `the watch was silent for ${this.#limitMs} ms`));
        return;
      }
      await this.#clock.sleep(this.#limitMs - quietMs, this.#sleep.signal).catch(() => undefined);
    }
  }
}

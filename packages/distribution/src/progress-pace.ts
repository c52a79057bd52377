export interface ProgressPaceOptions {
  /** What has ended by then is told of once. */
  readonly firstMs: number;
  /** What takes long is told of less and less often, and that often at least. */
  readonly longestMs: number;
}

interface Progress {
  readonly sinceMs: number;
  readonly pauseMs: number;
}

/** How often it is told how far something has come, by key. */
export class ProgressPace {
  readonly #options: ProgressPaceOptions;
  readonly #progress = new Map<string, Progress>();

  constructor(options: ProgressPaceOptions) {
    this.#options = options;
  }

  /** Until it is time to tell. */
  waitMs(key: string, nowMs: number): number {
    const { sinceMs, pauseMs } = this.#progress.get(key) ?? this.#first(nowMs);
    this.#progress.set(key, { sinceMs, pauseMs });
    return Math.max(0, sinceMs + pauseMs - nowMs);
  }

  told(key: string, nowMs: number): void {
    const known = this.#progress.get(key);
    const pauseMs = known && Math.min(this.#options.longestMs, 2 * known.pauseMs);
    this.#progress.set(key, pauseMs === undefined ? this.#first(nowMs) : { sinceMs: nowMs, pauseMs });
  }

  /** It has come to its end. */
  forget(key: string): void {
    this.#progress.delete(key);
  }

  #first(nowMs: number): Progress {
    return { sinceMs: nowMs, pauseMs: this.#options.firstMs };
  }
}

/** As soon as a person looks again. An intent that is deployed by then is told of once. */
const FIRST_MS = 2000;
/** What takes long is told of less and less often, and that often at least. */
const LONGEST_MS = 10_000;

interface Progress {
  readonly sinceMs: number;
  readonly pauseMs: number;
}

/** How often it is told how far something has come, by key. */
export class ProgressPace {
  readonly #progress = new Map<string, Progress>();

  /** Until it is time to tell. */
  waitMs(key: string, nowMs: number): number {
    const { sinceMs, pauseMs } = this.#progress.get(key) ?? { sinceMs: nowMs, pauseMs: FIRST_MS };
    this.#progress.set(key, { sinceMs, pauseMs });
    return Math.max(0, sinceMs + pauseMs - nowMs);
  }

  told(key: string, nowMs: number): void {
    const { pauseMs } = this.#progress.get(key) ?? { pauseMs: FIRST_MS / 2 };
    this.#progress.set(key, { sinceMs: nowMs, pauseMs: Math.min(LONGEST_MS, 2 * pauseMs) });
  }

  /** It has come to its end. */
  forget(key: string): void {
    this.#progress.delete(key);
  }
}

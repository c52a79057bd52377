export interface BackoffOptions {
  /** The wait after the first failure. 5 ms, as client-go: most first failures are conflicts, gone at once. */
  readonly baseMs?: number;
  /**
   * The longest wait. Five minutes, where client-go has 1,000 s: when a member returns after a long night,
   * nothing should wait longer than that, and 10,000 keys that fail for ever cost 40 tries a second.
   */
  readonly maxMs?: number;
}

/** The nth failure waits base × 2^(n-1), at most max, of which a random half is taken off. */
export class Backoff {
  readonly #baseMs: number;
  readonly #maxMs: number;
  readonly #random: () => number;
  readonly #failures = new Map<string, number>();

  constructor(random: () => number, { baseMs = 5, maxMs = 300_000 }: BackoffOptions = {}) {
    this.#baseMs = baseMs;
    this.#maxMs = maxMs;
    this.#random = random;
  }

  /** How often the key failed since it was last forgotten. */
  failures(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  /** Counts one more failure and says how long to wait. Jitter keeps keys that failed together apart. */
  nextMs(key: string): number {
    const before = this.failures(key);
    this.#failures.set(key, before + 1);
    const wholeMs = Math.min(this.#baseMs * 2 ** before, this.#maxMs);
    return wholeMs * (1 - this.#random() / 2);
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }

  /** Keys that failed and have not succeeded since. */
  get size(): number {
    return this.#failures.size;
  }
}

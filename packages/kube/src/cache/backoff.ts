export interface BackoffOptions {
  /** The longest first delay. */
  readonly initialMs: number;
  readonly maxMs: number;
  /** From 0 up to, but not, 1. */
  readonly random: () => number;
}

/**
 * Delays that double with each failure and are spread over their upper half, so that a thousand
 * watches that broke together do not come back together.
 */
export class Backoff {
  readonly #options: BackoffOptions;
  #failures = 0;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  /** Failures since the last success. */
  get failures(): number {
    return this.#failures;
  }

  /** Counts a failure and says how long to wait after it; never less than the server asked for. */
  nextDelayMs(retryAfterMs = 0): number {
    const { initialMs, maxMs, random } = this.#options;
    const ceilingMs = Math.min(maxMs, initialMs * 2 ** this.#failures);
    this.#failures++;
    return Math.max(retryAfterMs, ceilingMs / 2 + (random() * ceilingMs) / 2);
  }

  /** Counts a failure that needs no wait. */
  countOnly(): void {
    this.#failures++;
  }

  reset(): void {
    this.#failures = 0;
  }
}

import type { Clock } from './clock.ts';

/** At most so many at once; the others wait in the order they came. */
export class InFlightLimit {
  readonly #max: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get running(): number {
    return this.#running;
  }

  /** Returns synchronously-settled when there is room. Rejects with the signal's reason if it aborts first. */
  async acquire(signal: AbortSignal): Promise<void> {
    if (this.#running < this.#max) {
      this.#running += 1;
      return;
    }
    await this.#wait(signal);
  }

  /** Hands the place to the next who waits, or frees it. */
  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }

  #wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const admit = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = (): void => {
        this.#waiting.delete(admit);
        reject(signal.reason as Error);
      };
      this.#waiting.add(admit);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }
}

/** A token bucket: `qps` on average, `burst` at once. */
export class RateLimit {
  readonly #qps: number;
  readonly #burst: number;
  readonly #clock: Clock;
  #tokens: number;
  #filledAtMs: number;

  constructor(qps: number, burst: number, clock: Clock) {
    this.#qps = qps;
    this.#burst = Math.max(1, burst);
    this.#clock = clock;
    this.#tokens = this.#burst;
    this.#filledAtMs = clock.elapsed();
  }

  /** Takes a token, of the future if need be: so those who wait are served in the order they came. */
  async acquire(signal: AbortSignal): Promise<void> {
    const now = this.#clock.elapsed();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#filledAtMs) / 1000) * this.#qps);
    this.#filledAtMs = now;
    this.#tokens -= 1;
    if (this.#tokens >= 0) return;
    try {
      await this.#clock.sleep((-this.#tokens / this.#qps) * 1000, signal);
    } catch (error) {
      this.#tokens += 1;
      throw error;
    }
  }
}

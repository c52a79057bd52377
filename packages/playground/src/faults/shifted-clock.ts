import type { Clock } from '@banyan/controller';

/** A clock that tells a wrong time of day. What it measures stays right. */
export class ShiftedClock implements Clock {
  readonly #clock: Clock;
  offsetMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now() + this.offsetMs;
  }

  elapsed(): number {
    return this.#clock.elapsed();
  }

  after(delayMs: number, callback: () => void): () => void {
    return this.#clock.after(delayMs, callback);
  }
}

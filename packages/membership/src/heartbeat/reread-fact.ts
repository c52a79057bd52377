import type { Clock } from '@banyan/controller';

/** Something that is dear to read and seldom changes: read again only when it has become old. */
export class RereadFact<T> {
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #read: (signal: AbortSignal) => Promise<T>;
  #known: { readonly value: T; readonly readAtMs: number } | undefined;

  constructor(clock: Clock, everyMs: number, read: (signal: AbortSignal) => Promise<T>) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#read = read;
  }

  /** A failed reading is thrown, and tried again at the next question. */
  async get(signal: AbortSignal): Promise<T> {
    const nowMs = this.#clock.elapsed();
    if (this.#known === undefined || nowMs - this.#known.readAtMs >= this.#everyMs) {
      this.#known = { value: await this.#read(signal), readAtMs: nowMs };
    }
    return this.#known.value;
  }
}

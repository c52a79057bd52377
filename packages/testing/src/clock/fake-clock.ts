interface Timer {
  readonly atMs: number;
  readonly callback: () => void;
}

/**
 * A clock that only a test moves. It fits the `Clock` of every package of ours: `now` and `elapsed` tell the
 * time, `after` and `sleep` wait for it.
 */
export class FakeClock {
  #wallMs: number;
  #elapsedMs = 0;
  /** In order of time; those of one time in the order in which they were set. */
  readonly #timers: Timer[] = [];

  constructor(startMs = Date.UTC(2030, 0, 1)) {
    this.#wallMs = startMs;
  }

  now(): number {
    return this.#wallMs;
  }

  elapsed(): number {
    return this.#elapsedMs;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { atMs: this.#elapsedMs + Math.max(0, delayMs), callback };
    const later = this.#timers.findIndex(({ atMs }) => atMs > timer.atMs);
    this.#timers.splice(later < 0 ? this.#timers.length : later, 0, timer);
    return () => {
      const index = this.#timers.indexOf(timer);
      if (index >= 0) this.#timers.splice(index, 1);
    };
  }

  /** Rejects with the signal's reason when it aborts first. */
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const give = (): void => reject(signal?.reason);
    const cancel = this.after(ms, resolve);
    signal?.addEventListener('abort', give, { once: true });
    try {
      await promise;
    } finally {
      cancel();
      signal?.removeEventListener('abort', give);
    }
  }

  /** When the next timer is due, in `elapsed` milliseconds. */
  get nextTimerMs(): number | undefined {
    return this.#timers[0]?.atMs;
  }

  /** Moves the wall clock alone, as a person or NTP does. Timers do not notice. */
  jump(ms: number): void {
    this.#wallMs += ms;
  }

  /** Lets time pass. After each timer everything that it set in motion comes to rest before the next. */
  async advance(ms: number): Promise<void> {
    const untilMs = this.#elapsedMs + ms;
    await settle();
    for (let timer = this.#timers[0]; timer && timer.atMs <= untilMs; timer = this.#timers[0]) {
      this.#timers.shift();
      this.#pass(timer.atMs - this.#elapsedMs);
      timer.callback();
      await settle();
    }
    this.#pass(untilMs - this.#elapsedMs);
    await settle();
  }

  #pass(ms: number): void {
    this.#elapsedMs += ms;
    this.#wallMs += ms;
  }
}

/** Every promise that can go on without time or I/O has gone on. */
async function settle(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
}

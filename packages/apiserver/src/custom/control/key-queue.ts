/** Soon enough for what failed by chance, seldom enough for what will fail again. */
const RETRY_MS = 1000;

/** Works on keys one after the other. A key that is added while it is worked on is worked on again. */
export class KeyQueue {
  readonly #work: (key: string) => Promise<void>;
  readonly #onDefect: (error: unknown) => void;
  readonly #waiting = new Set<string>();
  readonly #retries = new Map<string, NodeJS.Timeout>();
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(work: (key: string) => Promise<void>, onDefect: (error: unknown) => void) {
    this.#work = work;
    this.#onDefect = onDefect;
  }

  add(key: string): void {
    if (this.#isStopped) return;
    this.#waiting.add(key);
    this.#running ??= this.#run();
  }

  /** Waits for the work under way; what is left stays undone. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#waiting.clear();
    for (const timer of this.#retries.values()) clearTimeout(timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    // Not at once: who adds a key may be in the middle of something.
    await Promise.resolve();
    for (const key of this.#waiting) {
      this.#waiting.delete(key);
      try {
        await this.#work(key);
      } catch (error) {
        this.#onDefect(error);
        this.#retryLater(key);
      }
    }
    this.#running = undefined;
  }

  #retryLater(key: string): void {
    if (this.#isStopped || this.#retries.has(key)) return;
    const timer = setTimeout(() => {
      this.#retries.delete(key);
      this.add(key);
    }, RETRY_MS);
    this.#retries.set(key, timer.unref());
  }
}

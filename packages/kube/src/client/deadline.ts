/** The caller's signal and a time-out as one signal, without leaving listeners behind on the caller's. */
export class Deadline implements Disposable {
  readonly timeoutMs: number;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #caller: AbortSignal | undefined;
  readonly #startedMs = performance.now();
  #expired = false;

  /** `timeoutMs` 0 = only the caller's signal. */
  constructor(timeoutMs: number, caller?: AbortSignal) {
    this.timeoutMs = timeoutMs;
    this.#caller = caller;
    if (caller?.aborted === true) this.#controller.abort(caller.reason);
    else caller?.addEventListener('abort', this.#onCallerAbort, { once: true });
    if (timeoutMs > 0) this.#timer = setTimeout(this.#onExpired, timeoutMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** True when it was the time-out, not the caller, that ended it. */
  get expired(): boolean {
    return this.#expired;
  }

  get remainingMs(): number {
    return this.timeoutMs > 0 ? this.timeoutMs - (performance.now() - this.#startedMs) : Infinity;
  }

  /** The time-out no longer counts; the caller's signal still does. */
  stopTimer(): void {
    clearTimeout(this.#timer);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#onCallerAbort);
  }

  readonly #onCallerAbort = (): void => this.#controller.abort(this.#caller?.reason);

  readonly #onExpired = (): void => {
    this.#expired = true;
    this.#controller.abort();
  };
}

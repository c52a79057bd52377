import { KubeError } from '../errors/kube-error.ts';
import type { ResponseHeaders } from './request-options.ts';
import type { ExchangeControl, ResponseReceiver } from './wire.ts';

/** Ends when the signal aborts, be it before the exchange has begun or in its middle. */
export abstract class AbortableReceiver implements ResponseReceiver {
  readonly #signal: AbortSignal;
  protected control: ExchangeControl | undefined;
  protected answered = false;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  onStart(control: ExchangeControl): void {
    this.control = control;
    if (this.#signal.aborted) this.#onAbort();
  }

  abstract onHeaders(status: number, headers: ResponseHeaders): void;
  abstract onData(chunk: Buffer): void;
  abstract onEnd(): void;
  abstract onError(error: Error): void;

  protected get isAborted(): boolean {
    return this.#signal.aborted;
  }

  protected release(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
  }

  /** An error after the headers came is a cut answer, and says so: such a request is not repeated. */
  protected explain(error: Error): Error {
    if (!this.answered || this.#signal.aborted || error instanceof KubeError) return error;
    return new Error(`the answer was cut in its middle: ${error.message}`, { cause: error });
  }

  readonly #onAbort = (): void => {
    const reason = new Error('aborted', { cause: this.#signal.reason });
    if (this.control === undefined) this.onError(reason);
    else this.control.abort(reason);
  };
}

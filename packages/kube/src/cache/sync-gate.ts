import { abortable } from '../client/abortable.ts';

/** Opens once. */
export class SyncGate {
  readonly #opened = Promise.withResolvers<void>();
  #isOpen = false;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  open(): void {
    this.#isOpen = true;
    this.#opened.resolve();
  }

  /** Rejects with the signal's reason when it aborts first. */
  wait(signal: AbortSignal): Promise<void> {
    return abortable(this.#opened.promise, signal);
  }
}

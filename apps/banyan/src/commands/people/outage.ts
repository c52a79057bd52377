import { isExpired } from '@banyan/kube';

/** Says once that something does not answer, however often that is found, until it has answered again. */
export class Outage {
  readonly #onTrouble: (error: unknown) => void;
  #isKnown = false;

  constructor(onTrouble: (error: unknown) => void) {
    this.#onTrouble = onTrouble;
  }

  found(error: unknown): void {
    // A watch that was away for too long: a part of coming back.
    if (this.#isKnown || isExpired(error)) return;
    this.#isKnown = true;
    this.#onTrouble(error);
  }

  over(): void {
    this.#isKnown = false;
  }
}

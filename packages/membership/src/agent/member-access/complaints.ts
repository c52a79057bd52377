import type { Logger } from '@banyan/controller';

/** The same words about the same thing are said once. */
export class Complaints {
  readonly #logger: Logger;
  readonly #said = new Map<string, string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  say(account: string, words: string): void {
    if (this.#said.get(account) !== words) this.#logger.warn({ account }, words);
    this.#said.set(account, words);
  }

  /** It is well now: what goes wrong later is said again. */
  forget(account: string): void {
    this.#said.delete(account);
  }
}

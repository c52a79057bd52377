import { tooManyRequests } from '../errors/api-error.ts';

/** As kube-apiserver's 400 for reads and 200 for writes. */
const MAX_TOTAL = 600;

/**
 * Bounds the requests that are being answered. Nobody gets more places than are still free: one user gets half of
 * them, another half of the rest, and somebody new one until all are taken. Watches and other streams do not count:
 * they cost nothing while nothing happens.
 */
export class InFlightLimit {
  readonly #ofUser = new Map<string, number>();
  #total = 0;

  /** Throws 429, or takes a place until the returned function is called. */
  enter(user: string): () => void {
    const own = this.#ofUser.get(user) ?? 0;
    if (own >= MAX_TOTAL - this.#total) {
      throw tooManyRequests('too many requests, please try again later', 1);
    }
    this.#total += 1;
    this.#ofUser.set(user, own + 1);
    let isIn = true;
    return () => {
      if (isIn) this.#leave(user);
      isIn = false;
    };
  }

  #leave(user: string): void {
    this.#total -= 1;
    const left = (this.#ofUser.get(user) ?? 1) - 1;
    if (left === 0) this.#ofUser.delete(user);
    else this.#ofUser.set(user, left);
  }
}

/** The first wait, doubled by each failure in a row up to the longest. */
const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/**
 * While the hub does not take the credentials: it will not change its mind soon, and thousands may ask. Not from the
 * first time: an API server that has just started refuses everyone until it has read its roles.
 */
const REFUSED_LONGEST_MS = 60_000;
/** A session that lasted this long was a good one: the next failure is the first. */
export const GOOD_SESSION_MS = 30_000;

/** How long to wait before the next try. Half of it is chance, so that agents that were cut off together come back one by one. */
export class BackOff {
  readonly #random: () => number;
  #failures = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  nextMs(isRefused: boolean): number {
    const longest = Math.min(isRefused ? REFUSED_LONGEST_MS : LONGEST_MS, FIRST_MS * 2 ** this.#failures);
    this.#failures += 1;
    return longest * (0.5 + this.#random() / 2);
  }

  reset(): void {
    this.#failures = 0;
  }
}

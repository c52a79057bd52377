import { LONGEST_SPREAD_MS } from './reconnect-spread.ts';

/** The first wait, doubled by each failure in a row up to the longest. */
const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/**
 * While the hub does not take the credentials: it will not change its mind soon, and thousands may ask. Not from the
 * first time: an API server that has just started refuses everyone until it has read its roles.
 */
const REFUSED_LONGEST_MS = 60_000;
/** Of the time that all need: most often one was cut off alone, and should be back soon. */
const FIRST_TRY_SHARE = 1 / 20;
/** A session that lasted this long was a good one: the next failure is the first. */
export const GOOD_SESSION_MS = 30_000;

export interface FailedTry {
  /** The credentials were not taken. */
  readonly isRefused?: boolean;
  /** What the other side has said last: so many others come back that it takes them this long. */
  readonly spreadMs?: number;
  /** The other side asks to wait at least this long. */
  readonly retryAfterMs?: number;
}

/**
 * How long to wait before the next try. Half of it is chance, so that agents that were cut off together come back one by
 * one. The first try comes soon; who is not let in then knows that there are many, and comes at some moment of the time
 * that they all need.
 */
export class BackOff {
  readonly #random: () => number;
  #failures = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  nextMs({ isRefused = false, spreadMs = 0, retryAfterMs = 0 }: FailedTry = {}): number {
    const longest = Math.min(isRefused ? REFUSED_LONGEST_MS : LONGEST_MS, FIRST_MS * 2 ** this.#failures);
    const share = this.#failures === 0 ? FIRST_TRY_SHARE : 1;
    const spread = Math.min(spreadMs, LONGEST_SPREAD_MS) * share;
    this.#failures += 1;
    const chance = this.#random();
    const ownMs = spread > longest ? FIRST_MS / 2 + chance * spread : longest * (0.5 + chance / 2);
    // Whoever was turned away at the same moment was told the same.
    return Math.max(ownMs, Math.min(retryAfterMs, LONGEST_SPREAD_MS) * (1 + chance));
  }

  reset(): void {
    this.#failures = 0;
  }
}

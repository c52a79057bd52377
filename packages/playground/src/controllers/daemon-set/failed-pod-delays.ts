const FIRST_MS = 1000;
const LONGEST_MS = 15 * 60_000;

/** Failed pods of a set on one node are replaced at longer and longer intervals. */
export class FailedPodDelays {
  readonly #delays = new Map<string, { readonly delayMs: number; readonly sinceMs: number }>();

  /** How long to wait before the failed pod of this place may go; 0: now, and the next waits longer. */
  waitMs(place: string, nowMs: number): number {
    const last = this.#delays.get(place);
    const leftMs = last === undefined ? 0 : last.sinceMs + last.delayMs - nowMs;
    if (leftMs > 0) return leftMs;
    // Twice the longest without a failure: it is well again.
    const isStale = last === undefined || nowMs - last.sinceMs > 2 * LONGEST_MS;
    const delayMs = isStale ? FIRST_MS : Math.min(2 * last.delayMs, LONGEST_MS);
    this.#delays.set(place, { delayMs, sinceMs: nowMs });
    return 0;
  }

  /** Drops all places of an owner. */
  forget(prefix: string): void {
    for (const place of this.#delays.keys()) if (place.startsWith(prefix)) this.#delays.delete(place);
  }
}

const FIRST_MS = 500;
/** A member that is back is asked again within this, also where nobody tells us that it is. */
const LONGEST_MS = 30_000;

/**
 * Whether a member is worth asking. While it does not answer, one work after another would wait for it in vain; so after
 * each failure all of them wait, longer each time, and the first that runs then finds out.
 */
export class Circuit {
  #untilMs = 0;
  #lastMs = 0;

  /** How long to leave it alone; 0: ask it. */
  waitMs(nowMs: number): number {
    return Math.max(0, this.#untilMs - nowMs);
  }

  /** It did not answer. Works that were under way together count once. */
  open(nowMs: number): void {
    if (nowMs < this.#untilMs) return;
    this.#lastMs = this.#lastMs === 0 ? FIRST_MS : Math.min(this.#lastMs * 2, LONGEST_MS);
    this.#untilMs = nowMs + this.#lastMs;
  }

  /** It answered, or something says that it will. */
  close(): void {
    this.#untilMs = 0;
    this.#lastMs = 0;
  }
}

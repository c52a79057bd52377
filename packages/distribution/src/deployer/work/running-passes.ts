import type { ObjectIdentity } from '@banyan/engine';

/** A pass over many objects, or over a slow line, is told of before it has ended; most have ended by then. */
const PROGRESS_MS = 5000;

/**
 * Passes over Descriptions that are under way. What a member shows meanwhile is mostly what the pass itself applied, and
 * the answer that says so may come after it: it is compared when the pass has ended, and told with what came of it.
 */
export class RunningPasses {
  /** By key; the objects that were seen, by theirs. */
  readonly #passes = new Map<string, Map<string, ObjectIdentity>>();
  /** Since when a status waits for the end of passes. */
  readonly #waitingSinceMs = new Map<string, number>();

  begin(key: string): void {
    this.#passes.set(key, new Map());
  }

  /** The answer: what is to be compared. */
  end(key: string): Iterable<ObjectIdentity> {
    const seen = this.#passes.get(key);
    this.#passes.delete(key);
    return seen?.values() ?? [];
  }

  /** Whether a pass is under way, at the end of which the object is compared. */
  see(key: string, object: string, identity: ObjectIdentity): boolean {
    const seen = this.#passes.get(key);
    seen?.set(object, identity);
    return seen !== undefined;
  }

  /** How long the status is to wait; 0: it is told now. */
  tellInMs(key: string, nowMs: number): number {
    const sinceMs = this.#waitingSinceMs.get(key) ?? nowMs;
    const waitMs = this.#passes.has(key) ? sinceMs + PROGRESS_MS - nowMs : 0;
    if (waitMs > 0) this.#waitingSinceMs.set(key, sinceMs);
    else this.#waitingSinceMs.delete(key);
    return Math.max(0, waitMs);
  }
}

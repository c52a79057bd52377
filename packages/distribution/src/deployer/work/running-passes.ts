import type { ObjectIdentity } from '@banyan/engine';
import { ProgressPace } from '../../progress-pace.ts';

/** A pass over many objects, or over a slow line. All their statuses are written each time. */
const PROGRESS = { firstMs: 10_000, longestMs: 60_000 };

/**
 * Passes over Descriptions that are under way. What a member shows meanwhile is mostly what the pass itself applied, and
 * the answer that says so may come after it: it is compared when the pass has ended, and told with what came of it.
 */
export class RunningPasses {
  /** By key; the objects that were seen, by theirs. */
  readonly #passes = new Map<string, Map<string, ObjectIdentity>>();
  readonly #pace = new ProgressPace(PROGRESS);

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

  /** There is no such Description any more. */
  forget(key: string): void {
    this.#pace.forget(key);
  }

  /** How long the status is to wait; 0: it is told now. */
  tellInMs(key: string, nowMs: number): number {
    if (!this.#passes.has(key)) {
      this.#pace.forget(key);
      return 0;
    }
    const waitMs = this.#pace.waitMs(key, nowMs);
    if (waitMs === 0) this.#pace.told(key, nowMs);
    return waitMs;
  }
}

import type { Clock } from '@banyan/controller';
import type { ObjectKey } from '../../cluster/cluster-objects.ts';

/** Shorter work is done whenever it is asked for. */
const SHORT_MS = 5;
/** Work is done for at most a tenth of the time. */
const REST_PER_WORK = 9;
/** Nobody should have to wait longer for what is shown. */
const LONGEST_REST_MS = 2000;

/**
 * What goes through very many pods whenever one of them changes would be quadratic: so after every long piece of work
 * there is a rest, and what happens meanwhile is seen to at once.
 */
export class WorkPace {
  readonly #clock: Clock;
  /** Until when there is a rest. Only of what takes long. */
  readonly #rests = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Does the work, or says how many milliseconds it is to wait. */
  async take(key: ObjectKey, work: () => Promise<void>): Promise<number> {
    const id = `${key.namespace ?? ''}/${key.name}`;
    const beginMs = this.#clock.elapsed();
    const restMs = (this.#rests.get(id) ?? beginMs) - beginMs;
    if (restMs > 0) return restMs;
    await work();
    const endMs = this.#clock.elapsed();
    const tookMs = endMs - beginMs;
    if (tookMs > SHORT_MS) this.#rests.set(id, endMs + Math.min(REST_PER_WORK * tookMs, LONGEST_REST_MS));
    else this.#rests.delete(id);
    return 0;
  }

  forget(key: ObjectKey): void {
    this.#rests.delete(`${key.namespace ?? ''}/${key.name}`);
  }
}

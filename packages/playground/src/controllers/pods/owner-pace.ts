import type { Clock } from '@banyan/controller';
import type { ObjectKey } from '../../cluster/cluster-objects.ts';

/** Owners of fewer pods are cheap to look at whenever something happens. */
const LARGE = 1000;
/** So an owner of 10,000 pods is looked at once a second: a small part of what their changes cost themselves. */
const PODS_PER_MS = 10;

/**
 * Every look at an owner goes through all of its pods, and every change of a pod asks for a look: with very many pods
 * that would be quadratic. So large owners are looked at less often.
 */
export class OwnerPace {
  readonly #clock: Clock;
  /** When an owner was looked at last. Large ones only. */
  readonly #looks = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many milliseconds to wait before the next look; 0: now. */
  waitMs(key: ObjectKey, pods: number): number {
    const owner = textOf(key);
    if (pods < LARGE) {
      this.#looks.delete(owner);
      return 0;
    }
    const nowMs = this.#clock.elapsed();
    const nextMs = (this.#looks.get(owner) ?? -Infinity) + pods / PODS_PER_MS;
    if (nextMs > nowMs) return nextMs - nowMs;
    this.#looks.set(owner, nowMs);
    return 0;
  }

  forget(key: ObjectKey): void {
    this.#looks.delete(textOf(key));
  }
}

function textOf({ namespace = '', name }: ObjectKey): string {
  return `${namespace}/${name}`;
}

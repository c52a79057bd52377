import type { Clock } from '../clock/clock.ts';
import type { Lease } from './lease.ts';

/**
 * What we have seen of a Lease, and when *we* saw it change. Times that another machine wrote are compared with
 * themselves alone: a change means that the holder lives.
 */
export class LeaseSighting {
  readonly #clock: Clock;
  readonly #defaultDurationMs: number;
  #lease: Lease | undefined;
  #changedAtMs = 0;

  constructor(clock: Clock, defaultDurationMs: number) {
    this.#clock = clock;
    this.#defaultDurationMs = defaultDurationMs;
  }

  /** As last seen; undefined before the first time. A Lease that was deleted stays as it was. */
  get lease(): Lease | undefined {
    return this.#lease;
  }

  get holder(): string | undefined {
    const holder = this.#lease?.spec?.holderIdentity;
    return holder === '' ? undefined : holder;
  }

  get transitions(): number | undefined {
    return this.#lease && (this.#lease.spec?.leaseTransitions ?? 0);
  }

  see(lease: Lease): void {
    if (this.#lease === undefined || !sameSpec(this.#lease, lease)) this.#changedAtMs = this.#clock.elapsed();
    this.#lease = lease;
  }

  /** The holder's own duration has gone by since we saw the last change. */
  hasExpired(): boolean {
    const seconds = this.#lease?.spec?.leaseDurationSeconds;
    const durationMs = seconds !== undefined && seconds > 0 ? seconds * 1000 : this.#defaultDurationMs;
    return this.#clock.elapsed() - this.#changedAtMs >= durationMs;
  }
}

/** By the spec alone: a label that someone sets does not show that the holder lives. */
function sameSpec({ spec: a = {} }: Lease, { spec: b = {} }: Lease): boolean {
  return (
    a.holderIdentity === b.holderIdentity &&
    a.renewTime === b.renewTime &&
    a.acquireTime === b.acquireTime &&
    a.leaseTransitions === b.leaseTransitions &&
    a.leaseDurationSeconds === b.leaseDurationSeconds
  );
}

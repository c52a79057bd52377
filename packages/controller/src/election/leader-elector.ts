import { systemClock, type Clock } from '../clock/clock.ts';
import type { LeaseClient } from '../lease/lease-client.ts';
import { LeaseLock } from '../lease/lease-lock.ts';
import { checkLeaseTimes, DEFAULT_LEASE_TIMES, type LeaseTimes } from '../lease/lease.ts';
import { pause, releaseLease, serveTerm, tryAcquire, type LeaseSetting } from '../lease/serve-term.ts';
import type { TermWork } from '../lease/tenure.ts';
import { silentLogger, type Logger } from '../observe/logger.ts';

export interface LeaderElectorOptions {
  readonly client: LeaseClient;
  readonly namespace: string;
  /** Of the Lease. */
  readonly name: string;
  /** Unique to this process and this run of it: host name and something random. */
  readonly identity: string;
  readonly times?: LeaseTimes;
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** One of several processes that compete for a Lease, so that at most one does the work. */
export class LeaderElector {
  readonly #lock: LeaseLock;
  readonly #setting: LeaseSetting;

  constructor(options: LeaderElectorOptions) {
    const { client, namespace, name, identity, clock = systemClock } = options;
    const times = checkLeaseTimes(options.times ?? DEFAULT_LEASE_TIMES);
    this.#setting = {
      times,
      clock,
      random: options.random ?? Math.random,
      logger: options.logger ?? silentLogger,
    };
    this.#lock = new LeaseLock({ client, namespace, name, identity, times, clock });
  }

  /** By our clocks, at this instant, with no request. False from the end of a term to the beginning of the next. */
  isLeader(): boolean {
    return this.#lock.isHeld();
  }

  /** Who led when we last looked, for people to read. */
  leader(): string | undefined {
    return this.#lock.holder;
  }

  /**
   * Competes until the signal aborts, and calls `lead` for each term. Leadership lost: the term's signal aborts,
   * and when `lead` has ended it competes again. Signal aborted: the term's signal aborts, the Lease is kept until
   * `lead` has ended, then released. `lead` returned by itself: released, resolved. `lead` threw by itself:
   * released, rejected with that.
   */
  async run(signal: AbortSignal, lead: TermWork): Promise<void> {
    try {
      while (await this.#acquire(signal)) {
        if ((await serveTerm(this.#lock, lead, signal, this.#setting)) === 'finished') return;
      }
    } finally {
      await releaseLease(this.#lock, this.#setting);
    }
  }

  async #acquire(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      if (await tryAcquire(this.#lock, signal, this.#setting)) return !signal.aborted;
      await pause(this.#setting, signal);
    }
    return false;
  }
}

import type { Clock } from '../clock/clock.ts';
import type { LeaseLock } from './lease-lock.ts';

/** Given to work that runs under a Lease. */
export interface Term {
  /**
   * Greater than that of every earlier term of the same Lease, whoever had it. A receiver that remembers the
   * greatest epoch it has seen and refuses smaller ones is safe even from a write that was on its way too long.
   */
  readonly epoch: number;
  /** Ask before every act: after a pause it says no at once, the signal only when the event loop gets to it. */
  isHeld(): boolean;
  /** Throws a LeaseLostError unless the Lease is held. */
  throwIfLost(): void;
}

/**
 * Runs for as long as the Lease is held, and has to end soon after the signal aborts: by the difference between
 * lease duration and renew deadline (5 s) another may have begun. The Lease is renewed until it returns.
 */
export type TermWork = (signal: AbortSignal, term: Term) => Promise<void>;

/** The reason of the signal when the Lease could not be renewed in time. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
  readonly code = 'LeaseLost';
}

export function isLeaseLost(error: unknown): error is LeaseLostError {
  return error instanceof LeaseLostError;
}

/**
 * Timers stand still while the machine sleeps, and a jump of the wall clock sets none off: so the lock is asked
 * this often, and the signal follows within half a second of waking.
 */
const CHECK_PERIOD_MS = 500;

/** One term: the work, and the signal that aborts as soon as the lock is no longer held. */
export class Tenure {
  readonly #lock: LeaseLock;
  readonly #clock: Clock;
  readonly #epoch: number | undefined;
  readonly #controller = new AbortController();
  #cancelCheck: (() => void) | undefined;

  /** Made right after the lock was taken. */
  constructor(lock: LeaseLock, clock: Clock) {
    this.#lock = lock;
    this.#clock = clock;
    this.#epoch = lock.epoch;
  }

  /** It was told to stop. */
  get stopping(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Tells the work to stop; the lock is still held. */
  stop(reason?: unknown): void {
    this.#controller.abort(reason);
  }

  /** Tells the work to stop if the lock is no longer held. */
  check(): void {
    if (!this.#isHeld()) this.#controller.abort(this.#lost());
  }

  /** Called once. Settles as the work does. */
  async run(work: TermWork): Promise<void> {
    const epoch = this.#epoch;
    if (epoch === undefined) throw this.#lost();
    const isHeld = (): boolean => this.#isHeld();
    const throwIfLost = (): void => {
      if (!isHeld()) throw this.#lost();
    };
    this.#keepChecking();
    try {
      await work(this.#controller.signal, { epoch, isHeld, throwIfLost });
    } finally {
      this.#cancelCheck?.();
    }
  }

  #keepChecking(): void {
    this.check();
    if (!this.#isHeld()) return;
    const delayMs = Math.min(this.#lock.remainingMs(), CHECK_PERIOD_MS);
    this.#cancelCheck = this.#clock.after(delayMs, () => this.#keepChecking());
  }

  /** The lock may be taken again later, as another term: this one is over then. */
  #isHeld(): boolean {
    return this.#lock.isHeld() && this.#lock.epoch === this.#epoch;
  }

  #lost(): LeaseLostError {
    return new LeaseLostError(`Lease ${this.#lock.name}: not renewed in time; another may hold it`);
  }
}

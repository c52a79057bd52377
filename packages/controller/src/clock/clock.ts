/**
 * Time as this package sees it. Everything that waits takes one, so that tests pass their own
 * (`FakeClock` of @banyan/testing).
 */
export interface Clock {
  /** Milliseconds since 1970. It may jump both ways: write it down, never measure with it alone. */
  now(): number;
  /** Milliseconds that never go back. They may stand still while the whole machine sleeps. */
  elapsed(): number;
  /** Calls back once, not before `delayMs` have elapsed. The answer takes the call back; it may be called twice. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Node fires a timer of more than 2^31-1 ms at once: longer waits are made of several. */
const LONGEST_TIMER_MS = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (delayMs, callback) => {
    let timer: NodeJS.Timeout;
    const arm = (restMs: number): void => {
      const stepMs = Math.min(restMs, LONGEST_TIMER_MS);
      // Rounded up: a timer that fires early would be armed again for a fraction of a millisecond.
      timer = setTimeout(() => (restMs > stepMs ? arm(restMs - stepMs) : callback()), Math.ceil(stepMs));
    };
    arm(Math.max(0, delayMs));
    return () => clearTimeout(timer);
  },
};

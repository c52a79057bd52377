import { setTimeout as delay } from 'node:timers/promises';

/** Time as the client sees it. Tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970. It may jump: only compare it with times that others gave (expiry). */
  now(): number;
  /** Milliseconds that never go back. */
  elapsed(): number;
  /** Rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, signal === undefined ? {} : { signal });
  },
};

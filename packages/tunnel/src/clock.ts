import { setTimeout as delay } from 'node:timers/promises';

/** Time as the tunnel sees it. Tests pass their own (`FakeClock` of @banyan/testing). */
export interface Clock {
  /** Milliseconds that never go back. */
  elapsed(): number;
  /** Calls back once. The answer takes the call back; it may be called twice. It keeps no process alive. */
  after(delayMs: number, callback: () => void): () => void;
  /** Rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  elapsed: () => performance.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
  sleep: async (ms, signal) => {
    await delay(ms, undefined, { signal });
  },
};

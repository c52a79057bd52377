import { sleep, type Clock } from '@banyan/controller';

/** The wall clock may jump, and a machine may sleep: the time is looked at again at least this often. */
const LONGEST_WAIT_MS = 600_000;

/** By the wall clock, or at once when the signal aborts. */
export async function waitUntil(timeMs: number, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && clock.now() < timeMs) {
    await sleep(clock, Math.min(timeMs - clock.now(), LONGEST_WAIT_MS), signal);
  }
}

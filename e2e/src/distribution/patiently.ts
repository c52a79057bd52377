import { setTimeout as delay } from 'node:timers/promises';

/** Only ends a hang: with a dozen processes on two cores everything takes its time. */
const DEADLINE_MS = 180_000;
/** Who asks more often takes time from those that are asked. */
const LOOK_MS = 200;

/** Asks until it is true. An error means not yet. */
export async function patiently(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + DEADLINE_MS;
  for (;;) {
    let reason = '';
    try {
      if (await isTrue()) return;
    } catch (error) {
      reason = ` (${String(error)})`;
    }
    if (performance.now() > end) throw new Error(`not in time: ${what}${reason}`);
    await delay(LOOK_MS);
  }
}

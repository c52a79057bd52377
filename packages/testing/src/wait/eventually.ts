import { setTimeout as delay } from 'node:timers/promises';

const DEADLINE_MS = 300_000;

/** Asks until it is true. The deadline only ends a hang. */
export async function eventually(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + DEADLINE_MS;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`not in time: ${what}`);
    await delay(5);
  }
}

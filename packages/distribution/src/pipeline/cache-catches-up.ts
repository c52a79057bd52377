import { sleep, type Clock } from '@banyan/controller';

/**
 * Of 1, 2, 4 … ms, some four seconds in all. They are counted, since a process that the machine leaves waiting does not look
 * meanwhile. A cache that is further behind is in trouble of its own; then something is written twice, which does no harm.
 */
const PAUSES = 12;

/**
 * Waits until the cache shows what was just written, so that the next run of the same key does not write it again.
 * Watches are about as fast as answers: mostly there is nothing to wait for.
 */
export async function cacheCatchesUp(
  hasSeen: () => boolean,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  for (let pauses = 0; pauses < PAUSES && !hasSeen() && !signal.aborted; pauses++) {
    await sleep(clock, 2 ** pauses, signal);
  }
}

import type { Clock } from '../clock/clock.ts';
import { sleep } from '../clock/sleep.ts';
import type { Logger } from '../observe/logger.ts';
import type { LeaseLock } from './lease-lock.ts';
import { RETRY_JITTER, type LeaseTimes } from './lease.ts';
import { Tenure, type TermWork } from './tenure.ts';

/** What everything that competes for Leases is given. */
export interface LeaseSetting {
  readonly times: LeaseTimes;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
}

/**
 * - `finished`: the work returned by itself;
 * - `stopped`: it ended because `signal` aborted or the Lease was lost.
 */
export type TermEnd = 'finished' | 'stopped';

/**
 * Runs the work under a lock that was just taken, and renews it until the work has ended, also while it is being
 * stopped. It does not release. Rejects when the work throws without having been told to stop.
 */
export async function serveTerm(
  lock: LeaseLock,
  work: TermWork,
  signal: AbortSignal,
  setting: LeaseSetting,
): Promise<TermEnd> {
  const tenure = new Tenure(lock, setting.clock);
  const stop = (): void => tenure.stop(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const over = new AbortController();
  setting.logger.info({ lease: lock.name, epoch: lock.epoch }, 'lease taken');
  const renewing = keepRenewed(lock, tenure, over.signal, setting);
  try {
    await tenure.run(work);
  } catch (error) {
    if (!tenure.stopping) throw error;
    setting.logger.debug({ lease: lock.name, err: error }, 'work ended with its term');
  } finally {
    over.abort();
    await renewing;
    signal.removeEventListener('abort', stop);
    if (lock.isHeld()) setting.logger.info({ lease: lock.name }, 'term over');
    else setting.logger.warn({ lease: lock.name }, 'term over: the lease was lost');
  }
  return tenure.stopping ? 'stopped' : 'finished';
}

/** Until the work is over, or the lock is lost. Aborting `over` does not take back a renewal that was sent. */
async function keepRenewed(
  lock: LeaseLock,
  tenure: Tenure,
  over: AbortSignal,
  setting: LeaseSetting,
): Promise<void> {
  while (!over.aborted && lock.isHeld()) {
    await pause(setting, over);
    if (!over.aborted) await tryRenew(lock, over, setting);
    tenure.check();
  }
}

/** A server that cannot be asked is tried again later; the clock decides when that was too late. */
async function tryRenew(lock: LeaseLock, signal: AbortSignal, { logger }: LeaseSetting): Promise<void> {
  try {
    await lock.renew(signal);
  } catch (error) {
    if (!signal.aborted) logger.warn({ lease: lock.name, err: error }, 'could not renew the lease');
  }
}

/** One try; false also when the server cannot be asked, or the signal aborts. */
export async function tryAcquire(
  lock: LeaseLock,
  signal: AbortSignal,
  { logger }: LeaseSetting,
): Promise<boolean> {
  try {
    return await lock.acquire(signal);
  } catch (error) {
    if (!signal.aborted) logger.warn({ lease: lock.name, err: error }, 'could not take the lease');
    return false;
  }
}

/** Failing is no harm: the Lease then runs out. */
export async function releaseLease(lock: LeaseLock, { logger }: LeaseSetting): Promise<void> {
  try {
    await lock.release(new AbortController().signal);
  } catch (error) {
    logger.warn({ lease: lock.name, err: error }, 'could not release the lease; it runs out by itself');
  }
}

/** Between two tries. Never rejects. */
export async function pause({ clock, times, random }: LeaseSetting, signal: AbortSignal): Promise<void> {
  await sleep(clock, times.retryPeriodMs * (1 + random() * RETRY_JITTER), signal);
}

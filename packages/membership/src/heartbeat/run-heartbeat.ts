import { Backoff, sleep, type Clock } from '@banyan/controller';
import { isNotFound } from '@banyan/kube';
import type { StatusCollector } from './collect-status.ts';
import type { ReportOutcome, StatusReporter } from './report-status.ts';

/** Of the time between two collections. */
const JITTER = 0.1;
/** After a report that failed; never longer than to the next collection. */
const RETRY_MS = 1_000;

export interface HeartbeatOptions {
  readonly collector: Pick<StatusCollector, 'collect' | 'close'>;
  readonly reporter: Pick<StatusReporter, 'report'>;
  readonly collectEveryMs: number;
  readonly clock: Clock;
  readonly random: () => number;
  /** After each report that reached the hub, or was not needed. */
  readonly onReported?: (outcome: ReportOutcome) => void;
  /** The hub did not take a report; it is tried again. */
  readonly onFailed?: (error: unknown) => void;
}

/** Collects and reports until the signal aborts. Throws only isNotFound: the hub has no such member. */
export async function runHeartbeat(options: HeartbeatOptions, signal: AbortSignal): Promise<void> {
  const { collector, collectEveryMs, clock, random } = options;
  const backoff = new Backoff(random, { baseMs: Math.min(RETRY_MS, collectEveryMs), maxMs: collectEveryMs });
  try {
    while (!signal.aborted) {
      const isWell = await beatOnce(options, signal);
      if (isWell) backoff.forget('');
      const pauseMs = isWell ? collectEveryMs * (1 + JITTER * (random() - 0.5)) : backoff.nextMs('');
      await sleep(clock, pauseMs, signal);
    }
  } finally {
    await collector.close();
  }
}

async function beatOnce(options: HeartbeatOptions, signal: AbortSignal): Promise<boolean> {
  try {
    options.onReported?.(await options.reporter.report(await options.collector.collect(signal), signal));
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    if (isNotFound(error)) throw error;
    options.onFailed?.(error);
    return false;
  }
}

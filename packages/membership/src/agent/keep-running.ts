import { Backoff, sleep, type Clock, type Logger } from '@banyan/controller';

/** After a failure; most are a hub or an API server that restarts. */
const RETRY = { baseMs: 1_000, maxMs: 60_000 };
/** What ran this long was well: its next failure is a first one. */
const WELL_AFTER_MS = 60_000;

export interface Keeper {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onFailed?: (part: string) => void;
}

/** Runs a part of the agent until the signal aborts, again and again if it fails. Never throws. */
export async function keepRunning(
  part: string,
  run: (signal: AbortSignal) => Promise<void>,
  { logger, clock, random, onFailed }: Keeper,
  signal: AbortSignal,
): Promise<void> {
  const backoff = new Backoff(random, RETRY);
  while (!signal.aborted) {
    const startMs = clock.elapsed();
    try {
      await run(signal);
      if (signal.aborted) return;
      logger.warn({ part }, 'a part of the agent ended by itself; it is started again');
    } catch (error) {
      if (signal.aborted) return;
      onFailed?.(part);
      logger.warn(
        { part, error: error instanceof Error ? error.message : String(error) },
        'a part of the agent failed; it is tried again',
      );
    }
    if (clock.elapsed() - startMs >= WELL_AFTER_MS) backoff.forget('');
    await sleep(clock, backoff.nextMs(''), signal);
  }
}

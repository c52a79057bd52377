import { Backoff, sleep, systemClock, type Logger } from '@banyan/controller';

const RETRY = { baseMs: 500, maxMs: 30_000 };
/** What ran this long was well: its failure is a first one. */
const GOOD_RUN_MS = 60_000;

/** Runs a part of the program until the signal aborts, again and again if it fails. Never rejects. */
export async function keepTrying(
  part: string,
  run: () => Promise<void>,
  { logger, signal }: { readonly logger: Logger; readonly signal: AbortSignal },
): Promise<void> {
  const backoff = new Backoff(Math.random, RETRY);
  while (!signal.aborted) {
    const startMs = systemClock.elapsed();
    try {
      await run();
    } catch (err) {
      if (signal.aborted) return;
      logger.error({ err, part }, 'this part of the program failed; it is started again');
      if (systemClock.elapsed() - startMs >= GOOD_RUN_MS) backoff.forget('');
      await sleep(systemClock, backoff.nextMs(''), signal);
    }
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import type { ChildProgram } from './child-program.ts';

const RESTART_MS = 1000;
/** So long it has to run to count as started well. */
const GOOD_RUN_MS = 60_000;

export interface KeptChildOptions {
  /** The one before: undefined at first. */
  readonly start: (before: ChildProgram | undefined, signal: AbortSignal) => Promise<ChildProgram>;
  /** Gives the first start up. */
  readonly signal: AbortSignal;
  /** One that ends soon after its start, this often in a row, is given up. */
  readonly mostRestarts: number;
  /** It ended by itself, or could not be started again, in words; it is tried again. */
  readonly onEnded: (how: string, failures: number) => void;
  readonly onRestarted?: () => void;
  readonly restartMs?: number;
}

/** A process of this program that is started again when it ends by itself. */
export interface KeptChild {
  /** The one that runs, or ran last. */
  readonly current: () => ChildProgram;
  /** Rejects when it cannot be kept running. */
  readonly broken: Promise<never>;
  readonly stop: () => Promise<void>;
}

/** Resolves when it is ready for the first time; throws if it cannot be started. */
export async function keepChild(options: KeptChildOptions): Promise<KeptChild> {
  const { start, signal, mostRestarts, onEnded, onRestarted, restartMs = RESTART_MS } = options;
  const stopping = new AbortController();
  let starting = start(undefined, signal);
  let child = await starting;
  const runOnce = async (failures: number): Promise<number> => {
    const started = performance.now();
    const how = await starting.then(
      ({ ended }) => ended,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    stopping.signal.throwIfAborted();
    const failuresNow = performance.now() - started > GOOD_RUN_MS ? 1 : failures + 1;
    if (failuresNow > mostRestarts) throw new Error(`${how}, again and again`);
    onEnded(how, failuresNow);
    await delay(restartMs, undefined, { signal: stopping.signal });
    starting = start(child, stopping.signal);
    starting.then(
      (next) => {
        child = next;
        onRestarted?.();
      },
      () => {},
    );
    return failuresNow;
  };
  const keep = async (): Promise<never> => {
    for (let failures = 0; ;) failures = await runOnce(failures);
  };
  const broken = keep();
  // That it ends when it is told to is no news.
  broken.catch(() => {});
  return {
    current: () => child,
    broken,
    stop: async () => {
      stopping.abort();
      // One that is just being started ends by the signal.
      await starting.catch(() => {});
      await child.stop();
    },
  };
}

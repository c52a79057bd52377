import { onParentGone } from './child-program.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Aborts when the process is asked to end, by whichever signal and however often; or, for one that was started by
 * another of ours (`withParent`), when that one is gone.
 */
export function stopSignal({ withParent }: { withParent: boolean }): AbortSignal {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of SIGNALS) process.on(signal, stop);
  if (withParent) {
    onParentGone(stop);
    if (!process.connected) stop();
  }
  return stopping.signal;
}

export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

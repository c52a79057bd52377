import type { Clock } from './clock.ts';

/** Resolves after `delayMs`, or at once when the signal aborts: ask the signal which it was. Never rejects. */
export async function sleep(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const wake = (): void => resolve();
  const cancel = clock.after(delayMs, wake);
  signal.addEventListener('abort', wake, { once: true });
  await promise;
  cancel();
  signal.removeEventListener('abort', wake);
}

import type { Clock } from './clock.ts';

/** What a deadline's signal carries as its reason, and what `withDeadline` throws. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  readonly code = 'DeadlineExceeded';
}

export function isDeadlineExceeded(error: unknown): error is DeadlineError {
  return error instanceof DeadlineError;
}

/** A signal that follows its parent and also aborts at a deadline. `dispose` is owed in every case. */
export interface DeadlineSignal {
  readonly signal: AbortSignal;
  readonly dispose: () => void;
}

export function deadlineSignal(clock: Clock, timeoutMs: number, parent: AbortSignal): DeadlineSignal {
  const controller = new AbortController();
  const follow = (): void => controller.abort(parent.reason);
  if (parent.aborted) follow();
  else parent.addEventListener('abort', follow, { once: true });
  const cancel = clock.after(timeoutMs, () =>
    controller.abort(new DeadlineError(`not finished after ${timeoutMs} ms`)),
  );
  return {
    signal: controller.signal,
    dispose: () => {
      cancel();
      parent.removeEventListener('abort', follow);
    },
  };
}

/**
 * Runs `work` with a signal that aborts at the deadline, and throws the signal's reason then even if `work`
 * does not listen: what it still does is abandoned, so it must be something that may happen late without harm
 * (a write with a resourceVersion).
 */
export async function withDeadline<T>(
  clock: Clock,
  timeoutMs: number,
  parent: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, dispose } = deadlineSignal(clock, timeoutMs, parent);
  const { promise, reject } = Promise.withResolvers<never>();
  const give = (): void => reject(signal.reason);
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', give, { once: true });
    return await Promise.race([work(signal), promise]);
  } finally {
    signal.removeEventListener('abort', give);
    dispose();
  }
}

import { ApiError, type Intercept } from '@banyan/apiserver';
import type { Clock } from '@banyan/controller';
import type { ErrorAnswers, FaultState } from './fault-state.ts';

export interface RequestFaultsOptions {
  readonly clock: Clock;
  /** From 0 up to 1, not reached. */
  readonly random: () => number;
  /** As it is when a request comes. */
  readonly state: () => Pick<FaultState, 'delayMs' | 'errors'>;
}

/** Makes requests wait, and answers some of them with errors. */
export function requestFaults({ clock, random, state }: RequestFaultsOptions): Intercept {
  return async (signal, method) => {
    const { delayMs, errors } = state();
    if (delayMs > 0) await delay(clock, delayMs, signal);
    if (errors === undefined || (errors.status === 409 && method === 'GET')) return;
    if (random() < errors.share) throw errorAnswer(errors);
  };
}

function errorAnswer({ status, retryAfterSeconds }: ErrorAnswers): ApiError {
  if (status === 500) {
    const cause = 'this playground cluster was told to fail';
    const message = `Internal error occurred: ${cause}`;
    return new ApiError({
      code: 500,
      reason: 'InternalError',
      message,
      details: { causes: [{ message: cause }] },
    });
  }
  if (status === 409) {
    const message =
      'the object has been modified; please apply your changes to the latest version and try again';
    return new ApiError({ code: 409, reason: 'Conflict', message });
  }
  const message = 'too many requests, please try again later';
  return new ApiError(
    { code: 429, reason: 'TooManyRequests', message, details: { retryAfterSeconds } },
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  );
}

/** Ends early, without a word, when the client is gone or the server stops. */
function delay(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.after(ms, done);
    if (signal.aborted) done();
    else signal.addEventListener('abort', done, { once: true });
  });
}

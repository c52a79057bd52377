/** The key is as it should be; it runs again when something touches it. */
export const DONE: unique symbol = Symbol('done');

export type ReconcileResult = typeof DONE | { readonly requeueAfterMs: number };

/**
 * Brings one key to what it should be. The workers call it, never twice at once for one key. It reads afresh
 * and writes at most what differs. It may wait, and has to stop soon after the signal aborts (the controller
 * stops, or the deadline went by): the key is not given to anyone else before it returns.
 *
 * It throws to be called again after a back-off, and throws a TerminalError when trying again is no use before
 * something changes.
 */
export type Reconcile = (key: string, signal: AbortSignal) => Promise<ReconcileResult>;

/** Ends the retries of a key until something touches it: the input is wrong, and only its author can mend it. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
  readonly code = 'Terminal';
}

export function isTerminal(error: unknown): error is TerminalError {
  return error instanceof TerminalError;
}

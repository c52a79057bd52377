/**
 * What came of one run of a key:
 * - `done`, `requeued`: it returned so;
 * - `failed`, `timeout`: it threw, before or after its deadline, and runs again after `retryInMs`;
 * - `terminal`: it threw a TerminalError;
 * - `stopped`: the controller stops, and it gave up because of that.
 */
export type ReconcileOutcome = 'done' | 'requeued' | 'failed' | 'timeout' | 'terminal' | 'stopped';

export interface FinishedKey {
  readonly controller: string;
  readonly key: string;
  readonly outcome: ReconcileOutcome;
  readonly durationMs: number;
  /** How long it was ready before a worker took it. */
  readonly waitedMs: number;
  /** Failures in a row, this one included. */
  readonly failures: number;
  /** With `requeued`, `failed` and `timeout`: when it runs again, if nothing touches it earlier. */
  readonly retryInMs?: number;
  /** With `failed`, `timeout`, `terminal` and `stopped`. */
  readonly error?: unknown;
}

/** Counts what happens; what stands (queue depth, longest running) is asked of `Controller.stats()`. Must not throw. */
export interface ControllerMetrics {
  /** Once a finished key: outcomes by count, durations and waits by histogram, `failures > 0` are the retries. */
  finished(run: FinishedKey): void;
}

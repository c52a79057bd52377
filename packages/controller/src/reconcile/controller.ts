import { deadlineSignal } from '../clock/deadline.ts';
import { systemClock, type Clock } from '../clock/clock.ts';
import { silentLogger, type Logger } from '../observe/logger.ts';
import type { BackoffOptions } from '../queue/backoff.ts';
import { WorkQueue, type AddOptions, type QueueStats, type TakenKey } from '../queue/work-queue.ts';
import type { ControllerMetrics, FinishedKey, ReconcileOutcome } from './finished-key.ts';
import { DONE, isTerminal, type Reconcile, type ReconcileResult } from './reconcile.ts';

/** What has to be read once before the first key runs. A cache of @banyan/kube is one. */
export interface Synced {
  /** Resolves when the first list is in. Rejects when the signal aborts. */
  waitForSync(signal: AbortSignal): Promise<void>;
}

export interface ControllerOptions {
  /** For logs and metrics. */
  readonly name: string;
  readonly reconcile: Reconcile;
  readonly caches: readonly Synced[];
  /** Keys at once. They are promises, not threads: as many as the servers behind can take. 16 by default. */
  readonly concurrency?: number;
  /**
   * Keys of one cluster at once. By default half of `concurrency`, so that a member that hangs cannot hold every
   * worker. A controller of many members sets it lower, one whose keys are all of one cluster as high as that.
   */
  readonly concurrencyPerCluster?: number;
  /** A run longer than this gets its signal aborted. 30 s: longer than a request that hangs, shorter than patience. */
  readonly reconcileTimeoutMs?: number;
  readonly backoff?: BackoffOptions;
  readonly logger?: Logger;
  readonly metrics?: ControllerMetrics;
  readonly clock?: Clock;
  readonly random?: () => number;
}

export interface ControllerStats extends QueueStats {
  readonly started: boolean;
}

/** A queue of keys and the workers that reconcile them. It runs once. */
export class Controller {
  readonly name: string;
  readonly #options: ControllerOptions;
  readonly #concurrency: number;
  readonly #timeoutMs: number;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #queue: WorkQueue;
  #ran = false;
  #started = false;

  constructor(options: ControllerOptions) {
    this.name = options.name;
    this.#options = options;
    this.#concurrency = options.concurrency ?? 16;
    this.#timeoutMs = options.reconcileTimeoutMs ?? 30_000;
    this.#clock = options.clock ?? systemClock;
    this.#logger = options.logger ?? silentLogger;
    this.#queue = new WorkQueue({
      clock: this.#clock,
      random: options.random ?? Math.random,
      maxPerCluster: options.concurrencyPerCluster ?? Math.ceil(this.#concurrency / 2),
      ...(options.backoff && { backoff: options.backoff }),
    });
  }

  /** Called by handlers; returns at once. Before `run` it only collects, after it does nothing. */
  add(key: string, options?: AddOptions): void {
    this.#queue.add(key, options);
  }

  /** The caches are in and the workers run. */
  get started(): boolean {
    return this.#started;
  }

  stats(): ControllerStats {
    return { ...this.#queue.stats(), started: this.#started };
  }

  /**
   * Waits for the caches, then works until the signal aborts: no new key is taken, those that run get the signal,
   * and it resolves when they have returned. Rejects only when a cache cannot be synced.
   */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#ran) throw new Error(`controller ${this.name} has run: make a new one`);
    this.#ran = true;
    const stop = (): void => void this.#queue.shutdown();
    signal.addEventListener('abort', stop, { once: true });
    try {
      if (!(await this.#cachesSynced(signal))) return;
      this.#started = true;
      await Promise.all(Array.from({ length: this.#concurrency }, () => this.#work(signal)));
    } finally {
      signal.removeEventListener('abort', stop);
      this.#started = false;
      await this.#queue.shutdown();
    }
  }

  async #cachesSynced(signal: AbortSignal): Promise<boolean> {
    try {
      await Promise.all(this.#options.caches.map((cache) => cache.waitForSync(signal)));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return !signal.aborted;
  }

  async #work(signal: AbortSignal): Promise<void> {
    for (let taken = await this.#queue.take(); taken; taken = await this.#queue.take()) {
      const startedAtMs = this.#clock.elapsed();
      const end = await this.#reconcile(taken, signal);
      this.#queue.done(taken.key);
      this.#report({
        controller: this.name,
        key: taken.key,
        durationMs: this.#clock.elapsed() - startedAtMs,
        waitedMs: taken.waitedMs,
        failures: this.#queue.failures(taken.key),
        ...end,
      });
    }
  }

  async #reconcile(taken: TakenKey, signal: AbortSignal): Promise<RunEnd> {
    const deadline = deadlineSignal(this.#clock, this.#timeoutMs, signal);
    try {
      return this.#succeeded(taken, await this.#options.reconcile(taken.key, deadline.signal));
    } catch (error) {
      if (signal.aborted) return { outcome: 'stopped', error };
      return this.#failed(taken, error, deadline.signal.aborted ? 'timeout' : 'failed');
    } finally {
      deadline.dispose();
    }
  }

  #succeeded({ key, priority }: TakenKey, result: ReconcileResult): RunEnd {
    if (result !== DONE) this.#queue.add(key, { afterMs: result.requeueAfterMs, priority });
    this.#queue.forget(key);
    return result === DONE ? { outcome: 'done' } : { outcome: 'requeued', retryInMs: result.requeueAfterMs };
  }

  #failed({ key, priority }: TakenKey, error: unknown, outcome: 'timeout' | 'failed'): RunEnd {
    if (isTerminal(error)) {
      this.#queue.forget(key);
      return { outcome: 'terminal', error };
    }
    return { outcome, error, retryInMs: this.#queue.addFailed(key, priority) };
  }

  #report(run: FinishedKey): void {
    this.#options.metrics?.finished(run);
    const { error, ...fields } = run;
    if (error === undefined || run.outcome === 'stopped') this.#logger.debug(fields, 'reconciled');
    else if (run.outcome === 'terminal') this.#logger.error({ ...fields, err: error }, 'not retried');
    else this.#logger.warn({ ...fields, err: error }, 'will be retried');
  }
}

interface RunEnd {
  readonly outcome: ReconcileOutcome;
  readonly retryInMs?: number;
  readonly error?: unknown;
}

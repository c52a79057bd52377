import { systemClock, type Clock } from '../client/clock.ts';
import { isExpired, isNotFound } from '../errors/error-predicates.ts';
import { KubeError } from '../errors/kube-error.ts';
import { Backoff } from './backoff.ts';
import { guardedHook } from './guarded-hook.ts';
import { listInPages } from './paged-list.ts';
import type { ReflectorSink } from './reflector-sink.ts';
import type { ReflectorSource, SourceEvent } from './reflector-source.ts';
import type { ReflectorPhase, ReflectorStatus } from './reflector-status.ts';
import { isOlderResourceVersion } from './resource-version.ts';
import { SyncGate } from './sync-gate.ts';
import { watchOnce } from './watch-session.ts';

export interface ReflectorTuning {
  /** Objects a page. 500 is what kubectl and client-go ask for. */
  readonly pageSize?: number;
  /** A watch that was silent for so long is taken for dead. Bookmarks come about once a minute. */
  readonly idleTimeoutMs?: number;
  readonly backoff?: { readonly initialMs: number; readonly maxMs: number };
  readonly clock?: Clock;
  /** From 0 up to, but not, 1: jitter. */
  readonly random?: () => number;
}

export interface ReflectorOptions<T> extends ReflectorTuning {
  readonly source: ReflectorSource<T>;
  readonly sink: ReflectorSink<T>;
  /** Each failure, before the wait that follows it. */
  readonly onError?: (error: Error) => void;
}

const PAGE_SIZE = 500;
/** Two and a half bookmarks missed. */
const IDLE_TIMEOUT_MS = 150_000;
/** The first retry comes soon enough for an API server that restarts, the last rarely enough for a lost member. */
const BACKOFF = { initialMs: 500, maxMs: 30_000 };
/** The server ends a watch after a time in this range: long enough to be rare, spread so that they do not end together. */
const WATCH_SECONDS = { min: 300, max: 600 };
/** A watch that is closed sooner, and brought us no further, was not granted in earnest: asking again at once would go on for ever. */
const SHORTEST_QUIET_WATCH_MS = 5_000;
/** A stale replica has caught up after so many tries; what is older even then is a store restored from a backup. */
const OLDER_LISTS_REFUSED = 3;
/** One silent watch may be a connection; two are a server that waits for a version it will not reach. */
const SILENT_WATCHES_BEFORE_LIST = 2;

/**
 * Keeps a sink equal to a resource of a cluster: list, watch from there, reconnect where it stopped, and list
 * again only when the server no longer knows that point. No failure ends it, only the signal.
 */
export class Reflector<T> {
  readonly #options: ReflectorOptions<T>;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #reportError: (error: Error) => void;
  readonly #listBackoff: Backoff;
  readonly #watchBackoff: Backoff;
  readonly #gate = new SyncGate();
  /** Where the next watch starts; undefined when only a list can tell. */
  #resumeAt: string | undefined;
  #lastSynced: string | undefined;
  #phase: ReflectorPhase = 'idle';
  #lastError: Error | undefined;
  #failures = 0;
  #olderLists = 0;
  #silentWatches = 0;
  #bookmarksSeen = false;
  #lists = 0;
  #watches = 0;
  #events = 0;

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? Math.random;
    this.#reportError = guardedHook(options.onError);
    const backoff = { ...(options.backoff ?? BACKOFF), random: this.#random };
    this.#listBackoff = new Backoff(backoff);
    this.#watchBackoff = new Backoff(backoff);
  }

  get status(): ReflectorStatus {
    return {
      description: this.#options.source.description,
      phase: this.#phase,
      synced: this.#gate.isOpen,
      lastSyncedResourceVersion: this.#lastSynced,
      failures: this.#failures,
      lastError: this.#lastError,
      lists: this.#lists,
      watches: this.#watches,
      events: this.#events,
    };
  }

  /** Resolves after the first complete list, at once if that was before; rejects with the signal's reason. */
  waitForSync(signal: AbortSignal): Promise<void> {
    return this.#gate.wait(signal);
  }

  /** Resolves once the signal aborts; never rejects. To be called once. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const backoff = this.#resumeAt === undefined ? this.#listBackoff : this.#watchBackoff;
      try {
        if (this.#resumeAt === undefined) await this.#list(signal);
        else await this.#watch(this.#resumeAt, signal);
      } catch (error) {
        if (!signal.aborted) await this.#recover(error, backoff, signal);
      }
    }
    this.#phase = 'stopped';
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { source, sink, pageSize = PAGE_SIZE } = this.#options;
    this.#phase = 'listing';
    this.#lists++;
    const resourceVersion = await listInPages({
      source,
      sink,
      pageSize,
      signal,
      checkVersion: (version) => this.#refuseOlderList(version),
      waitToRetry: async (error) => {
        await this.#waitAfter(error, this.#listBackoff, signal);
        this.#phase = 'listing';
      },
    });
    this.#listBackoff.reset();
    this.#failures = 0;
    this.#olderLists = 0;
    this.#resumeAt = resourceVersion;
    this.#lastSynced = resourceVersion;
    this.#gate.open();
  }

  #refuseOlderList(version: string): void {
    if (this.#lastSynced === undefined || !isOlderResourceVersion(version, this.#lastSynced)) return;
    if (++this.#olderLists > OLDER_LISTS_REFUSED) return;
    throw this.#wentBack(version, this.#lastSynced);
  }

  async #watch(resourceVersion: string, signal: AbortSignal): Promise<void> {
    this.#phase = 'watching';
    this.#watches++;
    const { source, idleTimeoutMs = IDLE_TIMEOUT_MS } = this.#options;
    const { min, max } = WATCH_SECONDS;
    const outcome = await watchOnce({
      source,
      resourceVersion,
      timeoutSeconds: min + Math.floor(this.#random() * (max - min + 1)),
      idleTimeoutMs,
      clock: this.#clock,
      signal,
      onEvent: (event) => this.#apply(event),
    });
    if (signal.aborted) return;
    if (outcome.end === 'silent') throw this.#silent(idleTimeoutMs);
    if (this.#resumeAt === resourceVersion && outcome.lastedMs < SHORTEST_QUIET_WATCH_MS) {
      throw new KubeError('BadResponse', `the watch of ${source.description} was closed as soon as it began`);
    }
    this.#watchBackoff.reset();
    this.#failures = 0;
  }

  #apply(event: SourceEvent<T>): void {
    const { sink } = this.#options;
    this.#events++;
    if (!this.#isTaken(event, sink)) {
      const known = this.#resumeAt ?? '';
      this.#resumeAt = undefined;
      throw this.#wentBack(event.resourceVersion, known);
    }
    // Some aggregated servers give no versions: then only the list's own is known.
    if (event.resourceVersion !== '') this.#resumeAt = event.resourceVersion;
    this.#lastSynced = this.#resumeAt;
    this.#silentWatches = 0;
    this.#watchBackoff.reset();
    this.#failures = 0;
  }

  #isTaken(event: SourceEvent<T>, sink: ReflectorSink<T>): boolean {
    switch (event.type) {
      case 'ADDED':
      case 'MODIFIED':
        return sink.changed(event.item);
      case 'DELETED':
        return sink.deleted(event.item);
      case 'BOOKMARK':
        this.#bookmarksSeen = true;
        return !isOlderResourceVersion(event.resourceVersion, this.#resumeAt ?? '');
    }
  }

  #silent(idleTimeoutMs: number): KubeError {
    // A server that never sends bookmarks may rightly be silent.
    if (++this.#silentWatches >= SILENT_WATCHES_BEFORE_LIST && this.#bookmarksSeen) {
      this.#silentWatches = 0;
      this.#resumeAt = undefined;
    }
    const { description } = this.#options.source;
    return new KubeError('Timeout', `the watch of ${description} was silent for ${idleTimeoutMs} ms`);
  }

  #wentBack(version: string, known: string): KubeError {
    const { description } = this.#options.source;
    const message = `the server went back from version ${known} to ${version} of ${description}`;
    return new KubeError(
      'BadResponse',
      `${message}: a stale replica, or restored from a backup. Listing again.`,
    );
  }

  async #recover(error: unknown, backoff: Backoff, signal: AbortSignal): Promise<void> {
    if (isExpired(error)) {
      this.#resumeAt = undefined;
      // After a time without contact that is nobody's failure: the first time, list at once.
      if (backoff.failures === 0) {
        this.#note(error);
        backoff.countOnly();
        return;
      }
    }
    // The resource itself was gone: what comes back under its name may be another one.
    if (isNotFound(error)) this.#resumeAt = undefined;
    await this.#waitAfter(error, backoff, signal);
  }

  async #waitAfter(error: unknown, backoff: Backoff, signal: AbortSignal): Promise<void> {
    this.#note(error);
    this.#phase = 'waiting';
    const delayMs = backoff.nextDelayMs(error instanceof KubeError ? error.retryAfterMs : undefined);
    // Aborted: the loop that waits sees it by itself.
    await this.#clock.sleep(delayMs, signal).catch(() => undefined);
  }

  #note(error: unknown): void {
    this.#failures++;
    this.#lastError = error instanceof Error ? error : new Error(String(error));
    this.#reportError(this.#lastError);
  }
}

import type { Clock } from '../clock/clock.ts';
import { Backoff, type BackoffOptions } from './backoff.ts';
import { DelayHeap, type Delayed } from './delay-heap.ts';
import { clusterOf } from './key.ts';
import { higherPriority, type Priority } from './priority.ts';
import { ReadyKeys, type ReadyKey } from './ready-keys.ts';

export interface WorkQueueOptions {
  readonly clock: Clock;
  /** In [0, 1), as Math.random: for the jitter of the back-off. */
  readonly random: () => number;
  readonly backoff?: BackoffOptions;
  /** How many keys of one cluster may run at once. Without it, all. */
  readonly maxPerCluster?: number;
}

export interface AddOptions {
  readonly priority?: Priority;
  readonly afterMs?: number;
}

/** A key given to a worker, who owes `done(key)`. */
export interface TakenKey {
  readonly key: string;
  readonly priority: Priority;
  /** Since it became ready. */
  readonly waitedMs: number;
}

export interface QueueStats {
  readonly ready: number;
  readonly delayed: number;
  readonly running: number;
  /** Keys that failed and have not succeeded since. */
  readonly failing: number;
  /** 0 when nothing runs. */
  readonly longestRunningMs: number;
}

interface Entry extends ReadyKey<Entry>, Delayed {
  readonly key: string;
  state: 'ready' | 'delayed' | 'running';
  /** Touched while running: what to do when that is over. */
  again: { readyAtMs: number; priority: Priority } | undefined;
  startedAtMs: number;
}

/**
 * A queue of keys that folds: a key is pending once, with the earliest time and the highest priority that it was
 * added with; it never runs twice at once; touched while running, it runs again. Nothing here blocks but `take`
 * and `shutdown`, and no operation takes more than O(log n).
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #backoff: Backoff;
  readonly #entries = new Map<string, Entry>();
  readonly #ready: ReadyKeys<Entry>;
  readonly #delayed = new DelayHeap<Entry>();
  readonly #running = new Set<Entry>();
  #takers: ((taken: TakenKey | undefined) => void)[] = [];
  #alarm: { readonly atMs: number; readonly cancel: () => void } | undefined;
  #closed: PromiseWithResolvers<void> | undefined;

  constructor({ clock, random, backoff, maxPerCluster = Infinity }: WorkQueueOptions) {
    this.#clock = clock;
    this.#backoff = new Backoff(random, backoff);
    this.#ready = new ReadyKeys(maxPerCluster);
  }

  /** Called by handlers of caches: returns at once. After `shutdown` it does nothing. */
  add(key: string, { priority = 'normal', afterMs = 0 }: AddOptions = {}): void {
    if (!Number.isFinite(afterMs)) throw new RangeError(`${key}: cannot run after ${afterMs} ms`);
    if (this.#closed !== undefined) return;
    const readyAtMs = this.#clock.elapsed() + Math.max(0, afterMs);
    const entry = this.#entries.get(key);
    if (entry === undefined) this.#insert(key, readyAtMs, priority);
    else this.#fold(entry, readyAtMs, priority);
    this.#serve();
  }

  addAfter(key: string, afterMs: number, priority?: Priority): void {
    this.add(key, { afterMs, ...(priority !== undefined && { priority }) });
  }

  /** Adds it after the back-off of one more failure, and says how long that is. */
  addFailed(key: string, priority?: Priority): number {
    const afterMs = this.#backoff.nextMs(key);
    this.addAfter(key, afterMs, priority);
    return afterMs;
  }

  /** The key's next failure is its first. It stays queued if it is. */
  forget(key: string): void {
    this.#backoff.forget(key);
  }

  failures(key: string): number {
    return this.#backoff.failures(key);
  }

  /** Waits for a key that may run. Undefined: the queue is shut down, the worker ends. */
  async take(): Promise<TakenKey | undefined> {
    if (this.#closed !== undefined) return undefined;
    const { promise, resolve } = Promise.withResolvers<TakenKey | undefined>();
    this.#takers.push(resolve);
    this.#serve();
    return promise;
  }

  /** The worker is through with the key, whatever came of it. */
  done(key: string): void {
    const entry = this.#entries.get(key);
    if (entry?.state !== 'running') throw new Error(`${key} is not running: done() goes with take()`);
    this.#running.delete(entry);
    this.#ready.finished(entry);
    this.#entries.delete(key);
    const { again } = entry;
    if (this.#closed !== undefined) this.#endIfIdle();
    else if (again !== undefined) this.#insert(key, again.readyAtMs, again.priority);
    this.#serve();
  }

  /** Drops what is pending, sends the waiting workers home, and resolves when the last running key is done. */
  async shutdown(): Promise<void> {
    if (this.#closed === undefined) {
      this.#closed = Promise.withResolvers();
      this.#alarm?.cancel();
      for (const entry of this.#entries.values()) this.#drop(entry);
      for (const resolve of this.#takers) resolve(undefined);
      this.#takers = [];
      this.#endIfIdle();
    }
    return this.#closed.promise;
  }

  stats(): QueueStats {
    const now = this.#clock.elapsed();
    return {
      ready: this.#ready.size,
      delayed: this.#delayed.size,
      running: this.#running.size,
      failing: this.#backoff.size,
      longestRunningMs: this.#running.values().reduce((ms, e) => Math.max(ms, now - e.startedAtMs), 0),
    };
  }

  #insert(key: string, readyAtMs: number, priority: Priority): void {
    const entry: Entry = {
      key,
      cluster: clusterOf(key),
      priority,
      readyAtMs,
      state: 'delayed',
      again: undefined,
      startedAtMs: 0,
      heapIndex: -1,
      previous: undefined,
      next: undefined,
    };
    this.#entries.set(key, entry);
    this.#place(entry);
  }

  #fold(entry: Entry, readyAtMs: number, priority: Priority): void {
    if (entry.state === 'running') {
      const { again } = entry;
      entry.again = {
        readyAtMs: Math.min(readyAtMs, again?.readyAtMs ?? Infinity),
        priority: higherPriority(priority, again?.priority ?? priority),
      };
      return;
    }
    const higher = higherPriority(entry.priority, priority);
    const earlier = Math.min(entry.readyAtMs, readyAtMs);
    if (higher === entry.priority && earlier === entry.readyAtMs) return;
    this.#drop(entry, { keep: true });
    entry.priority = higher;
    entry.readyAtMs = earlier;
    this.#place(entry);
  }

  #place(entry: Entry): void {
    if (entry.readyAtMs <= this.#clock.elapsed()) {
      entry.state = 'ready';
      this.#ready.add(entry);
    } else {
      entry.state = 'delayed';
      this.#delayed.add(entry);
      this.#setAlarm();
    }
  }

  #drop(entry: Entry, { keep = false } = {}): void {
    if (entry.state === 'running') return;
    if (entry.state === 'ready') this.#ready.remove(entry);
    else this.#delayed.remove(entry);
    if (!keep) this.#entries.delete(entry.key);
  }

  /** One timer, for the earliest of the delayed keys. One that rings for a key since removed does no harm. */
  #setAlarm(): void {
    const earliest = this.#delayed.earliest;
    if (earliest === undefined || (this.#alarm && this.#alarm.atMs <= earliest.readyAtMs)) return;
    this.#alarm?.cancel();
    const atMs = earliest.readyAtMs;
    this.#alarm = { atMs, cancel: this.#clock.after(atMs - this.#clock.elapsed(), () => this.#wake()) };
  }

  #wake(): void {
    this.#alarm = undefined;
    const now = this.#clock.elapsed();
    for (
      let entry = this.#delayed.earliest;
      entry && entry.readyAtMs <= now;
      entry = this.#delayed.earliest
    ) {
      this.#delayed.remove(entry);
      this.#place(entry);
    }
    this.#setAlarm();
    this.#serve();
  }

  #serve(): void {
    while (this.#takers.length > 0) {
      const entry = this.#ready.take();
      if (entry === undefined) return;
      this.#start(entry);
    }
  }

  #start(entry: Entry): void {
    const now = this.#clock.elapsed();
    entry.state = 'running';
    entry.startedAtMs = now;
    this.#running.add(entry);
    this.#takers.shift()?.({ key: entry.key, priority: entry.priority, waitedMs: now - entry.readyAtMs });
  }

  #endIfIdle(): void {
    if (this.#running.size === 0) this.#closed?.resolve();
  }
}

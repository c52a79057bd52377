import { EventLog } from './event-log.ts';
import { HistoryBudget } from './history-budget.ts';
import { PastTable } from './past-table.ts';
import type { ReadableTable } from './readable-table.ts';
import { afterPrefix, SortedKeys } from './sorted-keys.ts';
import type { StoredObject, StoreEvent } from './stored-object.ts';

/** The committed objects of one resource, in the order of their keys, with their latest history. */
export class ObjectTable implements ReadableTable {
  readonly #objects = new Map<string, StoredObject>();
  readonly #keys = new SortedKeys();
  readonly #log: EventLog;
  readonly #listeners = new Set<(event: StoreEvent) => void>();

  /** `since`: nothing has happened in this table after that revision. */
  constructor(since: number, budget = new HistoryBudget()) {
    this.#log = new EventLog(since, budget);
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key);
  }

  *scan(prefix = '', startKey = prefix): Generator<StoredObject> {
    for (const key of this.#keys.from(startKey < prefix ? prefix : startKey)) {
      if (!key.startsWith(prefix)) return;
      const object = this.#objects.get(key);
      if (object !== undefined) yield object;
    }
  }

  count(prefix = '', startKey = prefix): number {
    const start = this.#keys.countBefore(startKey < prefix ? prefix : startKey);
    const end = prefix === '' ? this.size : this.#keys.countBefore(afterPrefix(prefix));
    return Math.max(end - start, 0);
  }

  /** The table as it was at a revision. Throws Compacted when that is forgotten. */
  at(revision: number): ReadableTable {
    const changed = new Map<string, StoredObject | undefined>();
    for (const { current, previous } of this.#log.after(revision).toReversed()) {
      changed.set(current.key, previous);
    }
    return changed.size === 0 ? this : new PastTable(this, changed);
  }

  /** The events after a revision. Throws Compacted when some are forgotten. */
  eventsAfter(revision: number): StoreEvent[] {
    return this.#log.after(revision);
  }

  compact(revision: number): void {
    this.#log.compact(revision);
  }

  /**
   * Calls it for every event from now on as it becomes visible, in order. What it throws becomes an uncaught
   * exception: it is not the store's, and harms neither the write nor other listeners. Returns what takes it back.
   */
  listen(listener: (event: StoreEvent) => void): () => void {
    const own = (event: StoreEvent) => listener(event);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** For the store alone: makes a committed change visible. */
  apply(event: StoreEvent): void {
    const { key } = event.current;
    if (event.type === 'DELETED') {
      if (this.#objects.delete(key)) this.#keys.delete(key);
    } else {
      if (!this.#objects.has(key)) this.#keys.add(key);
      this.#objects.set(key, event.current);
    }
    this.#log.append(event);
    // A copy: who begins to listen in here has seen this event already, as part of the table.
    const listeners = [...this.#listeners];
    for (const listener of listeners) {
      if (this.#listeners.has(listener)) notify(() => listener(event));
    }
  }

  /** For the store alone: an object that was there before this run. */
  load(object: StoredObject): void {
    this.#objects.set(object.key, object);
    this.#keys.load(object.key);
  }
}

/** What a listener throws harms nobody but the process: it is a defect. */
export function notify(call: () => void): void {
  try {
    call();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

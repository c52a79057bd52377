import type { HistoryBudget } from './history-budget.ts';
import { StorageError } from './storage-error.ts';
import type { StoreEvent } from './stored-object.ts';

/** A client that fell behind by more than this lists again, which is cheaper for both. */
const MAX_EVENTS = 10_000;

/** The latest events of one table, oldest first: what watches resume from and older lists are made of. */
export class EventLog {
  readonly #budget: HistoryBudget;
  /** What is forgotten is undefined at once, so that nothing holds it; the array is cut only now and then. */
  #events: (StoreEvent | undefined)[] = [];
  /** Index of the oldest event that still counts. */
  #first = 0;
  #size = 0;
  /** Everything after this revision is remembered. */
  #since: number;

  constructor(since: number, budget: HistoryBudget) {
    this.#since = since;
    this.#budget = budget;
    budget.join(this);
  }

  /** The revision from which on nothing is missing. */
  get since(): number {
    return this.#since;
  }

  /** Characters of JSON that it keeps alive. */
  get size(): number {
    return this.#size;
  }

  append(event: StoreEvent): void {
    this.#events.push(event);
    if (this.#events.length - this.#first > MAX_EVENTS) this.forgetOldest();
    this.#resize(sizeOf(event));
  }

  /** Forgets everything up to a revision. */
  compact(revision: number): void {
    while ((this.#events[this.#first]?.revision ?? Infinity) <= revision) this.forgetOldest();
    this.#since = Math.max(this.#since, revision);
  }

  /** The events after a revision, oldest first. Throws Compacted if some of them are forgotten. */
  after(revision: number): StoreEvent[] {
    if (revision < this.#since) {
      throw new StorageError('Compacted', `too old resource version: ${revision} (${this.#since})`);
    }
    return this.#events.slice(this.#indexAfter(revision)).filter((event) => event !== undefined);
  }

  forgetOldest(): void {
    const event = this.#events[this.#first];
    if (event === undefined) return;
    this.#events[this.#first] = undefined;
    this.#first += 1;
    this.#since = event.revision;
    this.#resize(-sizeOf(event));
    if (this.#first > MAX_EVENTS) {
      this.#events = this.#events.slice(this.#first);
      this.#first = 0;
    }
  }

  #resize(size: number): void {
    this.#size += size;
    this.#budget.add(size);
  }

  #indexAfter(revision: number): number {
    let [low, high] = [this.#first, this.#events.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Both versions: nothing but the event may hold the one before any more. */
function sizeOf({ current, previous }: StoreEvent): number {
  return current.json.length + (previous?.json.length ?? 0);
}

import type { EventLog } from './event-log.ts';

/** Characters of JSON; with the parsed objects history then stays within a few hundred megabytes at worst. */
const MAX_SIZE = 64 * 1024 * 1024;

/** Bounds what the histories of all tables cost together: there may be a thousand tables, of one object each or more. */
export class HistoryBudget {
  readonly #logs = new Set<EventLog>();
  readonly #maxSize: number;
  #size = 0;

  constructor(maxSize = MAX_SIZE) {
    this.#maxSize = maxSize;
  }

  get size(): number {
    return this.#size;
  }

  join(log: EventLog): void {
    this.#logs.add(log);
  }

  /** Called when a log has grown or shrunk. Above the limit the largest log forgets first. */
  add(size: number): void {
    this.#size += size;
    while (size > 0 && this.#size > this.#maxSize) this.#largest()?.forgetOldest();
  }

  #largest(): EventLog | undefined {
    let largest: EventLog | undefined;
    for (const log of this.#logs) if (log.size > (largest?.size ?? 0)) largest = log;
    return largest;
  }
}

import type { ObjectTable } from '../storage/object-table.ts';
import type { ResourceStorage, StorageKey } from './resource-storage.ts';

export interface EventExpiryOptions {
  readonly table: Pick<ObjectTable, 'scan' | 'listen'>;
  readonly storage: Pick<ResourceStorage, 'write'>;
  /** How long an event is kept after it was last written. */
  readonly ttlMs: number;
  readonly now: () => Date;
  readonly onDefect: (error: unknown) => void;
}

/** An event may be this much older than it should be. */
const INTERVAL_MS = 60_000;
/** Removed at once: the disk takes them as one, and others get their turn in between. */
const BATCH = 200;

/** Removes events that nobody needs any more, or they would fill the disk. What was there at the start counts as new. */
export class EventExpiry {
  readonly #options: EventExpiryOptions;
  /** When each is due, by key; the first is due first, since each write puts its event last. */
  readonly #due = new Map<string, number>();
  #stopListening: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: EventExpiryOptions) {
    this.#options = options;
  }

  start(): void {
    const { table } = this.#options;
    for (const { key } of table.scan()) this.#renew(key);
    this.#stopListening = table.listen(({ type, current }) => {
      this.#due.delete(current.key);
      if (type !== 'DELETED') this.#renew(current.key);
    });
    this.#timer = setInterval(() => void this.expire(), INTERVAL_MS).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#stopListening();
    await this.#running;
  }

  /** Resolves when all that are due are gone, or cannot go now: the next round tries again. Never rejects. */
  expire(): Promise<void> {
    this.#running = this.#running.then(() => this.#round()).catch(this.#options.onDefect);
    return this.#running;
  }

  async #round(): Promise<void> {
    for (let keys = this.#dueKeys(); keys.length > 0 && !this.#isStopped; keys = this.#dueKeys()) {
      await Promise.all(keys.map((key) => this.#remove(key)));
    }
  }

  #dueKeys(): string[] {
    const keys: string[] = [];
    for (const key of this.#due.keys()) {
      if (keys.length === BATCH || !this.#isDue(key)) break;
      keys.push(key);
    }
    return keys;
  }

  async #remove(key: string): Promise<void> {
    const { storage } = this.#options;
    await storage.write(keyOf(key), (current) =>
      // Somebody may have written it just now.
      current === undefined || !this.#isDue(key) ? { type: 'keep' } : { type: 'delete' },
    );
    // What was not there is not due either.
    if (this.#isDue(key)) this.#due.delete(key);
  }

  #renew(key: string): void {
    const { now, ttlMs } = this.#options;
    this.#due.set(key, now().getTime() + ttlMs);
  }

  #isDue(key: string): boolean {
    const due = this.#due.get(key);
    return due !== undefined && due <= this.#options.now().getTime();
  }
}

function keyOf(key: string): StorageKey {
  const slash = key.indexOf('/');
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

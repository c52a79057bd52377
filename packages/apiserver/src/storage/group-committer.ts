import type { PersistedChange, Persistence } from './persistence.ts';
import { StorageError } from './storage-error.ts';

interface Waiting {
  readonly change: PersistedChange;
  readonly onCommitted: () => void;
  readonly onFailed: (error: StorageError) => void;
}

/** So that one batch neither holds the disk for long nor, should it fail, takes too much with it. */
const MAX_BATCH = 512;
/** Characters of JSON, for the same reason; one change alone may be larger. */
const MAX_BATCH_SIZE = 4 * 1024 * 1024;

/**
 * Puts changes on the disk in the order they were given, as many at once as have gathered while the disk was
 * busy: one sync then serves all of them. After a failed commit nothing is written any more, since what came
 * after was made from a state that is not on the disk.
 */
export class GroupCommitter {
  readonly #persistence: Persistence;
  readonly #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #failure: StorageError | undefined;

  constructor(persistence: Persistence) {
    this.#persistence = persistence;
  }

  get failure(): StorageError | undefined {
    return this.#failure;
  }

  /** Exactly one of the two is called, never before this returns, and in the order of the calls to add. */
  add(change: PersistedChange, onCommitted: () => void, onFailed: (error: StorageError) => void): void {
    this.#waiting.push({ change, onCommitted, onFailed });
    this.#running ??= this.#run();
  }

  /** Resolves when everything added so far has been answered. */
  async drain(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // Whatever else this turn of the event loop brings joins the first batch.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchLength(this.#waiting));
      const failure = this.#failure ?? (await this.#commit(batch));
      for (const { onCommitted, onFailed } of batch) {
        if (failure === undefined) onCommitted();
        else onFailed(failure);
      }
    }
    this.#running = undefined;
  }

  async #commit(batch: readonly Waiting[]): Promise<StorageError | undefined> {
    try {
      await this.#persistence.commit(batch.map(({ change }) => change));
      return undefined;
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      this.#failure = new StorageError('WriteFailed', `not written: ${why}; restart when it is mended`, {
        cause,
      });
      return this.#failure;
    }
  }
}

function batchLength(waiting: readonly Waiting[]): number {
  let [length, size] = [0, 0];
  while (length < waiting.length && length < MAX_BATCH) {
    size += waiting[length]?.change.json?.length ?? 0;
    if (size > MAX_BATCH_SIZE && length > 0) break;
    length += 1;
  }
  return length;
}

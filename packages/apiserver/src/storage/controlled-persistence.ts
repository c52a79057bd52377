import type { PersistedChange, Persistence } from './persistence.ts';

/** For tests: a disk that is done when the test says so. */
export class ControlledPersistence implements Persistence {
  /** Every batch it was given, oldest first. */
  readonly batches: (readonly PersistedChange[])[] = [];
  isClosed = false;
  readonly #isWritten: { resolve: () => void; reject: (error: Error) => void }[] = [];
  #isAsked = Promise.withResolvers<void>();

  load() {
    return Promise.resolve({ revision: 0, rows: [] });
  }

  commit(changes: readonly PersistedChange[]): Promise<void> {
    this.batches.push(changes);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#isWritten.push({ resolve, reject });
    this.#isAsked.resolve();
    return promise;
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }

  /** Waits until a batch lies there that is not answered yet. */
  async asked(): Promise<void> {
    while (this.#isWritten.length === 0) {
      this.#isAsked = Promise.withResolvers<void>();
      await this.#isAsked.promise;
    }
  }

  /** The oldest batch is on the disk. */
  async succeed(): Promise<void> {
    await this.asked();
    this.#isWritten.shift()?.resolve();
  }

  async fail(error: Error): Promise<void> {
    await this.asked();
    this.#isWritten.shift()?.reject(error);
  }
}

/** Names the index keys of one item; an item may stand under none, one or many. Pure: it is called again to remove. */
export type Indexer<T> = (item: T) => readonly string[];

/** One index of a cache, kept in step with each change. */
export class CacheIndex<T> {
  readonly indexer: Indexer<T>;
  readonly #onIndexerError: (error: unknown) => void;
  readonly #buckets = new Map<string, Map<string, T>>();

  constructor(indexer: Indexer<T>, onIndexerError: (error: unknown) => void) {
    this.indexer = indexer;
    this.#onIndexerError = onIndexerError;
  }

  put(key: string, item: T): void {
    for (const indexKey of this.#indexKeysOf(item)) {
      const bucket = this.#buckets.get(indexKey);
      if (bucket === undefined) this.#buckets.set(indexKey, new Map([[key, item]]));
      else bucket.set(key, item);
    }
  }

  remove(key: string, item: T): void {
    for (const indexKey of this.#indexKeysOf(item)) {
      const bucket = this.#buckets.get(indexKey);
      if (bucket?.delete(key) === true && bucket.size === 0) this.#buckets.delete(indexKey);
    }
  }

  get(indexKey: string): T[] {
    return [...(this.#buckets.get(indexKey)?.values() ?? [])];
  }

  indexKeys(): string[] {
    return [...this.#buckets.keys()];
  }

  /** An item whose indexer fails is in the cache all the same, under no index key. */
  #indexKeysOf(item: T): readonly string[] {
    try {
      return this.indexer(item);
    } catch (error) {
      this.#onIndexerError(error);
      return [];
    }
  }
}

/** Names the index keys of one item; an item may stand under none, one or many. Pure: it is called again to remove. */
export type Indexer<T> = (item: T) => readonly string[];

/** Most index keys have one item, and a Map takes ten times the room of this. */
class SingleItem<T> {
  readonly key: string;
  readonly item: T;

  constructor(key: string, item: T) {
    this.key = key;
    this.item = item;
  }
}

/** One index of a cache, kept in step with each change. */
export class CacheIndex<T> {
  readonly indexer: Indexer<T>;
  readonly #onIndexerError: (error: unknown) => void;
  readonly #buckets = new Map<string, SingleItem<T> | Map<string, T>>();

  constructor(indexer: Indexer<T>, onIndexerError: (error: unknown) => void) {
    this.indexer = indexer;
    this.#onIndexerError = onIndexerError;
  }

  put(key: string, item: T): void {
    for (const indexKey of this.#indexKeysOf(item)) {
      const bucket = this.#buckets.get(indexKey);
      if (bucket instanceof Map) bucket.set(key, item);
      else if (bucket === undefined || bucket.key === key)
        this.#buckets.set(indexKey, new SingleItem(key, item));
      else
        this.#buckets.set(
          indexKey,
          new Map([
            [bucket.key, bucket.item],
            [key, item],
          ]),
        );
    }
  }

  remove(key: string, item: T): void {
    for (const indexKey of this.#indexKeysOf(item)) {
      const bucket = this.#buckets.get(indexKey);
      const isEmpty = bucket instanceof Map ? bucket.delete(key) && bucket.size === 0 : bucket?.key === key;
      if (isEmpty) this.#buckets.delete(indexKey);
    }
  }

  get(indexKey: string): T[] {
    const bucket = this.#buckets.get(indexKey);
    if (bucket === undefined) return [];
    return bucket instanceof Map ? [...bucket.values()] : [bucket.item];
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

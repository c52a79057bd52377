import { CacheIndex, type Indexer } from './cache-index.ts';
import { EventHandlers, type CacheHandler } from './event-handlers.ts';
import type { ItemIdentity } from './item-identity.ts';
import type { ReflectorSink } from './reflector-sink.ts';
import { isOlderResourceVersion } from './resource-version.ts';

/** A reader's view. What it gives out is shared with all readers: not to be changed (structuredClone first). */
export interface CacheReader<T> {
  /** By `namespace/name`, or `name` for a cluster-scoped object. */
  get(key: string): T | undefined;
  list(): T[];
  /** Without a copy of the list; the cache may change while it is walked if the walker awaits. */
  values(): IterableIterator<T>;
  keys(): IterableIterator<string>;
  /** Throws if there is no index of that name. */
  byIndex(indexName: string, indexKey: string): T[];
  /** The keys under which anything stands in that index. */
  indexKeys(indexName: string): string[];
  readonly size: number;
}

export interface ObjectCacheOptions<T> {
  readonly identity: ItemIdentity<T>;
  /** Applied once to each item before it is kept; must not touch name, namespace, uid and resourceVersion. */
  readonly transform?: (item: T) => T;
  /**
   * Items of one list share memory: what did not change is replaced by its twin of the newest list, so that
   * the older one can be freed. Otherwise the item that readers know stays.
   */
  readonly replaceUnchanged?: boolean;
  /** Errors of handlers, indexers and transform; the stream goes on. */
  readonly onUserError: (error: unknown) => void;
}

/** The objects of one watch, by key and by index, and the events that each change makes. */
export class ObjectCache<T> implements CacheReader<T>, ReflectorSink<T> {
  readonly #options: ObjectCacheOptions<T>;
  readonly #items = new Map<string, T>();
  readonly #indexes = new Map<string, CacheIndex<T>>();
  readonly #handlers: EventHandlers<T>;
  /** Keys of the list that is coming in; undefined when there was nothing before it that could be gone. */
  #listedKeys: Set<string> | undefined;

  constructor(options: ObjectCacheOptions<T>) {
    this.#options = options;
    this.#handlers = new EventHandlers(options.onUserError);
  }

  get(key: string): T | undefined {
    return this.#items.get(key);
  }

  list(): T[] {
    return [...this.#items.values()];
  }

  values(): IterableIterator<T> {
    return this.#items.values();
  }

  keys(): IterableIterator<string> {
    return this.#items.keys();
  }

  get size(): number {
    return this.#items.size;
  }

  byIndex(indexName: string, indexKey: string): T[] {
    return this.#index(indexName).get(indexKey);
  }

  indexKeys(indexName: string): string[] {
    return this.#index(indexName).indexKeys();
  }

  /** At any time. The same name with the same function is the same index; with another it throws. */
  addIndex(indexName: string, indexer: Indexer<T>): void {
    const existing = this.#indexes.get(indexName);
    if (existing?.indexer === indexer) return;
    if (existing !== undefined) throw new Error(`there is another index named "${indexName}" on this cache`);
    const index = new CacheIndex(indexer, this.#options.onUserError);
    for (const [key, item] of this.#items) index.put(key, item);
    this.#indexes.set(indexName, index);
  }

  /** At any time: the handler hears of what is there as adds first. The answer takes it away again. */
  addHandler(handler: CacheHandler<T>): () => void {
    return this.#handlers.add(handler, this.#items.values());
  }

  beginList(): void {
    this.#listedKeys = this.#items.size === 0 ? undefined : new Set();
  }

  listed(item: T): void {
    const key = this.#options.identity.key(item);
    this.#listedKeys?.add(key);
    this.#put(key, item, this.#items.get(key));
  }

  endList(): void {
    const listedKeys = this.#listedKeys;
    this.#listedKeys = undefined;
    if (listedKeys === undefined) return;
    for (const [key, item] of this.#items) {
      if (!listedKeys.has(key)) this.#delete(key, item, item);
    }
  }

  changed(item: T): boolean {
    const key = this.#options.identity.key(item);
    const previous = this.#items.get(key);
    if (previous !== undefined && this.#isOlder(item, previous)) return false;
    this.#put(key, item, previous);
    return true;
  }

  deleted(item: T): boolean {
    const key = this.#options.identity.key(item);
    const previous = this.#items.get(key);
    // A delete that is told again after a reconnect.
    if (previous === undefined) return true;
    if (this.#isOlder(item, previous)) return false;
    this.#delete(key, previous, this.#transformed(item));
    return true;
  }

  #put(key: string, incoming: T, previous: T | undefined): void {
    const { identity } = this.#options;
    if (previous === undefined) {
      this.#handlers.added(this.#store(key, incoming, undefined));
    } else if (identity.uid(incoming) !== identity.uid(previous)) {
      // Deleted and made again under the same name while nobody watched: two objects, two histories.
      this.#delete(key, previous, previous);
      this.#handlers.added(this.#store(key, incoming, undefined));
    } else if (identity.resourceVersion(incoming) !== identity.resourceVersion(previous)) {
      this.#handlers.updated(this.#store(key, incoming, previous), previous);
    } else if (this.#options.replaceUnchanged === true) {
      this.#store(key, incoming, previous);
    }
  }

  #store(key: string, incoming: T, previous: T | undefined): T {
    const item = this.#transformed(incoming);
    this.#items.set(key, item);
    for (const index of this.#indexes.values()) {
      if (previous !== undefined) index.remove(key, previous);
      index.put(key, item);
    }
    return item;
  }

  #delete(key: string, previous: T, finalState: T): void {
    this.#items.delete(key);
    for (const index of this.#indexes.values()) index.remove(key, previous);
    this.#handlers.deleted(finalState, finalState === previous);
  }

  #isOlder(item: T, reference: T): boolean {
    const { identity } = this.#options;
    return isOlderResourceVersion(identity.resourceVersion(item), identity.resourceVersion(reference));
  }

  /** An item whose transform fails is kept as it came: a cache that lacks objects is worse than a large one. */
  #transformed(item: T): T {
    const { transform, onUserError } = this.#options;
    if (transform === undefined) return item;
    try {
      return transform(item);
    } catch (error) {
      onUserError(error);
      return item;
    }
  }

  #index(indexName: string): CacheIndex<T> {
    const index = this.#indexes.get(indexName);
    if (index === undefined) throw new Error(`this cache has no index named "${indexName}"`);
    return index;
  }
}

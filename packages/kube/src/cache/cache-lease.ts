import type { Indexer } from './cache-index.ts';
import type { CacheHandler } from './event-handlers.ts';
import type { CacheReader } from './object-cache.ts';
import type { ReflectorStatus } from './reflector-status.ts';

/**
 * One reader's part in a shared cache. `using lease = caches.objects(…)` releases it at the end of the block.
 * After the release its handlers are gone, and what it reads is no longer kept up to date.
 */
export interface CacheLease<T> extends Disposable {
  readonly cache: CacheReader<T>;
  readonly status: ReflectorStatus;
  /** Resolves when the first list is complete; rejects with the signal's reason, or when all caches are closed. */
  waitForSync(signal: AbortSignal): Promise<void>;
  /** At any time: the handler hears of what is there as adds first. The answer takes it away again. */
  addHandler(handler: CacheHandler<T>): () => void;
  /** At any time. Shared with the other readers: the same name must come with the same function, or it throws. */
  addIndex(indexName: string, indexer: Indexer<T>): void;
  /** Once is enough, twice does no harm. The last one stops the watch. */
  release(): void;
}

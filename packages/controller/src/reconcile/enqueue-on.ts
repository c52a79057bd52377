import type { Priority } from '../queue/priority.ts';
import type { AddOptions } from '../queue/work-queue.ts';

/** What a source needs of a cache; those of @banyan/kube are so. */
export interface CacheEvents<T> {
  /** The handler first hears of what is there as adds. The answer takes it away again. */
  addHandler(handler: {
    onAdd(item: T): void;
    onUpdate(item: T, previous: T): void;
    onDelete(item: T): void;
  }): () => void;
}

/** A Controller is one. */
export interface KeySink {
  readonly started: boolean;
  add(key: string, options?: AddOptions): void;
}

/**
 * Puts the keys that an object maps to into the controller's queue whenever it changes; an update touches the keys
 * of before and of after. What is there when the controller starts is `low`: nobody waits for it, and what changes
 * meanwhile passes it. The answer ends it.
 */
export function enqueueOn<T>(
  controller: KeySink,
  cache: CacheEvents<T>,
  keysOf: (item: T) => Iterable<string>,
  priority: Priority = 'normal',
): () => void {
  let listing = true;
  const enqueue = (keys: Iterable<string>): void => {
    const options: AddOptions = { priority: listing || !controller.started ? 'low' : priority };
    for (const key of keys) controller.add(key, options);
  };
  const remove = cache.addHandler({
    onAdd: (item) => enqueue(keysOf(item)),
    onUpdate: (item, previous) => enqueue(new Set([...keysOf(previous), ...keysOf(item)])),
    onDelete: (item) => enqueue(keysOf(item)),
  });
  listing = false;
  return remove;
}

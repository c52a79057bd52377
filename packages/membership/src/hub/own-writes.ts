import type { KubeObject } from '@banyan/api';

interface OwnWrite<T> {
  /** The resourceVersion that was written over. */
  readonly over: string | undefined;
  readonly object: T;
}

/**
 * Objects as we wrote them, until the cache has them too: a key that is touched while it runs comes again at once, and
 * would decide on what it has changed itself.
 */
export class OwnWrites<T extends KubeObject> {
  readonly #writes = new Map<string, OwnWrite<T>>();

  wrote(key: string, before: T, object: T): void {
    this.#writes.set(key, { over: before.metadata.resourceVersion, object });
  }

  /** The cached object, or what we made of this very one. */
  latest(key: string, cached: T | undefined): T | undefined {
    const write = this.#writes.get(key);
    if (write === undefined) return cached;
    const { uid, resourceVersion } = cached?.metadata ?? {};
    if (uid === write.object.metadata.uid && resourceVersion === write.over) return write.object;
    this.#writes.delete(key);
    return cached;
  }
}

import type { KubeObject } from '@banyan/api';
import { KubeError } from '../errors/kube-error.ts';
import type { CacheLease } from './cache-lease.ts';
import { specKey, type CacheSpec, type ObjectCacheSpec } from './cache-spec.ts';
import type { ListerWatcher, RawListerWatcher } from './lister-watcher.ts';
import type { RawObject } from './raw-object.ts';
import type { ReflectorStatus } from './reflector-status.ts';
import { SharedWatch } from './shared-watch.ts';
import { watchedObjects, watchedRaw, type WatchedCache, type WatchedCacheOptions } from './watched-cache.ts';

export interface SharedCachesOptions extends WatchedCacheOptions {
  readonly client: ListerWatcher & RawListerWatcher;
}

/**
 * The caches of one cluster. Readers that ask for the same objects in the same form share one watch; it starts
 * with the first of them and stops after the last. Objects that it gives out are shared: not to be changed.
 */
export class SharedCaches {
  readonly #options: SharedCachesOptions;
  readonly #objectWatches = new Map<string, SharedWatch<KubeObject>>();
  readonly #rawWatches = new Map<string, SharedWatch<RawObject>>();
  /** Watches without readers on their way out. */
  readonly #stopping = new Set<Promise<void>>();
  readonly #transformIds = new WeakMap<object, number>();
  #lastTransformId = 0;
  #closed = false;

  constructor(options: SharedCachesOptions) {
    this.#options = options;
  }

  /** Parsed objects. */
  objects(spec: ObjectCacheSpec): CacheLease<KubeObject> {
    return this.#leaseObjects(spec, false);
  }

  /** The metadata of the objects alone: the server sends nothing else. */
  metadata(spec: ObjectCacheSpec): CacheLease<KubeObject> {
    return this.#leaseObjects(spec, true);
  }

  /** Objects as the server's bytes, parsed at each read: the least memory and the fastest to fill. */
  raw(spec: CacheSpec): CacheLease<RawObject> {
    const make = (): WatchedCache<RawObject> => watchedRaw(this.#options.client, spec, this.#options);
    return this.#lease(this.#rawWatches, specKey(spec), make);
  }

  /** Of each watch that runs, with how many readers it has. */
  status(): (ReflectorStatus & { readonly readers: number })[] {
    const watches = [...this.#objectWatches.values(), ...this.#rawWatches.values()];
    return watches.map((watch) => ({ ...watch.status, readers: watch.readers }));
  }

  /** Stops every watch, whoever reads it, and waits until nothing runs. No new reader is taken. */
  async close(): Promise<void> {
    this.#closed = true;
    const watches = [...this.#objectWatches.values(), ...this.#rawWatches.values()];
    this.#objectWatches.clear();
    this.#rawWatches.clear();
    await Promise.all([...watches.map((watch) => watch.stop()), ...this.#stopping]);
  }

  #leaseObjects(spec: ObjectCacheSpec, metadataOnly: boolean): CacheLease<KubeObject> {
    const key = `${metadataOnly ? 'metadata' : 'objects'}|${this.#transformId(spec)}|${specKey(spec)}`;
    const make = (): WatchedCache<KubeObject> =>
      watchedObjects(this.#options.client, { ...spec, metadataOnly }, this.#options);
    return this.#lease(this.#objectWatches, key, make);
  }

  #lease<T>(watches: Map<string, SharedWatch<T>>, key: string, make: () => WatchedCache<T>): CacheLease<T> {
    if (this.#closed) throw new KubeError('Aborted', 'the caches of this cluster were closed');
    let watch = watches.get(key);
    if (watch === undefined) {
      const started = new SharedWatch(make(), () => {
        if (watches.get(key) === started) watches.delete(key);
        this.#trackStop(started.stop());
      });
      watches.set(key, started);
      watch = started;
    }
    return watch.lease();
  }

  #trackStop(stop: Promise<void>): void {
    const tracked: Promise<void> = stop.finally(() => this.#stopping.delete(tracked));
    this.#stopping.add(tracked);
  }

  #transformId({ transform }: ObjectCacheSpec): number {
    if (transform === undefined) return 0;
    const known = this.#transformIds.get(transform);
    if (known !== undefined) return known;
    this.#transformIds.set(transform, ++this.#lastTransformId);
    return this.#lastTransformId;
  }
}

import { KubeError } from '../errors/kube-error.ts';
import type { CacheLease } from './cache-lease.ts';
import type { ReflectorStatus } from './reflector-status.ts';
import type { WatchedCache } from './watched-cache.ts';

/** One watch and the readers that share it. It starts when made and stops after the last reader. */
export class SharedWatch<T> {
  readonly #watched: WatchedCache<T>;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  readonly #onUnused: () => void;
  #readers = 0;

  constructor(watched: WatchedCache<T>, onUnused: () => void) {
    this.#watched = watched;
    this.#onUnused = onUnused;
    this.#running = watched.reflector.run(this.#stopping.signal);
  }

  get status(): ReflectorStatus {
    return this.#watched.reflector.status;
  }

  get readers(): number {
    return this.#readers;
  }

  lease(): CacheLease<T> {
    const { cache, reflector } = this.#watched;
    const removals = new Set<() => void>();
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      for (const remove of removals) remove();
      if (--this.#readers === 0) this.#onUnused();
    };
    this.#readers++;
    return {
      cache,
      get status() {
        return reflector.status;
      },
      waitForSync: (signal) => reflector.waitForSync(AbortSignal.any([signal, this.#stopping.signal])),
      addHandler: (handler) => {
        const remove = cache.addHandler(handler);
        removals.add(remove);
        return () => {
          removals.delete(remove);
          remove();
        };
      },
      addIndex: (indexName, indexer) => cache.addIndex(indexName, indexer),
      release,
      [Symbol.dispose]: release,
    };
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    this.#stopping.abort(new KubeError('Aborted', `the cache of ${this.status.description} was stopped`));
    await this.#running;
  }
}

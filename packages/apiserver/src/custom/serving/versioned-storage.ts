import type { KubeObject } from '@banyan/api';
import type { ApiError } from '../../errors/api-error.ts';
import { exactJson, parseExactJson } from '../../decoding/json/exact-json.ts';
import type {
  KeptEvent,
  KeptObject,
  ListRequest,
  ListResult,
  ResourceStorage,
  StorageChange,
  StorageKey,
  WatchRequest,
} from '../../registry/resource-storage.ts';
import type { CompiledVersion } from './compiled-version.ts';

export interface VersionedStorageOptions {
  /** Shared by all versions. */
  readonly kept: ResourceStorage;
  readonly versions: ReadonlyMap<string, CompiledVersion>;
  /** The one that is served here, and the one that objects are written in. */
  readonly served: CompiledVersion;
  readonly stored: CompiledVersion;
  /** Ends watches: the definition changed or went. */
  readonly retired: AbortSignal;
  /** Set if nothing here can be shown: a webhook would have to convert it. */
  readonly refusal?: ApiError;
}

/**
 * Custom objects as one version shows them: without what the schemas of today do not know, with their defaults,
 * whenever and in whichever version they were written. Each object is looked at once; most are shown as they are kept.
 */
export class VersionedStorage implements ResourceStorage {
  readonly #options: VersionedStorageOptions;
  readonly #shown = new WeakMap<object, KeptObject>();

  constructor(options: VersionedStorageOptions) {
    this.#options = options;
  }

  async get(key: StorageKey, options?: { resourceVersion?: string }): Promise<KeptObject | undefined> {
    this.#requireConversion();
    const kept = await this.#options.kept.get(key, options);
    return kept && this.#show(kept);
  }

  async list(request: ListRequest): Promise<ListResult> {
    this.#requireConversion();
    const result = await this.#options.kept.list({ ...request, ...this.#selection(request) });
    return { ...result, items: result.items.map((kept) => this.#show(kept)) };
  }

  async write(
    key: StorageKey,
    change: (current: KeptObject | undefined) => StorageChange,
  ): Promise<KeptObject | undefined> {
    this.#requireConversion();
    let isCanonical = false;
    const { stored, served } = this.#options;
    const written = await this.#options.kept.write(key, (current) => {
      const shown = current && this.#show(current);
      const decided = change(shown);
      isCanonical = decided.type === 'put' && stored === served && served.readsAsWritten;
      if (decided.type === 'put') return { type: 'put', object: this.#toStored(decided.object) };
      // What is kept in another form than it would be written in is written, as a migration of versions wants it.
      const isStale = shown !== current && shown !== undefined;
      return decided.type === 'keep' && isStale
        ? { type: 'put', object: this.#toStored(shown.object as KubeObject) }
        : decided;
    });
    if (written !== undefined && isCanonical) this.#shown.set(written.object, written);
    return written && this.#show(written);
  }

  async watch(
    request: WatchRequest,
    onEvent: (event: KeptEvent) => boolean,
    signal: AbortSignal,
  ): Promise<void> {
    this.#requireConversion();
    const { kept, retired } = this.#options;
    const show = (event: KeptEvent): KeptEvent =>
      event.type === 'BOOKMARK' ? event : { type: event.type, item: this.#show(event.item) };
    await kept.watch(
      { ...request, ...this.#selection(request) },
      (event) => onEvent(show(event)),
      AbortSignal.any([signal, retired]),
    );
  }

  #requireConversion(): void {
    if (this.#options.refusal !== undefined) throw this.#options.refusal;
  }

  #selection({ matches }: Pick<ListRequest, 'matches'>): Pick<ListRequest, 'matches'> {
    if (matches === undefined) return {};
    return { matches: (object) => matches(this.#show({ object, json: '' }).object) };
  }

  #show(kept: KeptObject): KeptObject {
    const known = this.#shown.get(kept.object);
    if (known === undefined) return this.#look(kept);
    // A selector may have been the first to look, and has no use for JSON.
    if (known.object === kept.object) return kept;
    return known;
  }

  #look(kept: KeptObject): KeptObject {
    const text = kept.json === '' ? exactJson(kept.object) : kept.json;
    const object = this.#asServed(parseExactJson(text) as KubeObject);
    const json = exactJson(object);
    const shown = json === text ? kept : { object, json };
    this.#shown.set(kept.object, shown);
    return shown;
  }

  /** By the version that it is kept in first, then by the one that it is shown in. */
  #asServed(object: KubeObject): KubeObject {
    const { versions, served } = this.#options;
    const { apiVersion } = object;
    const from = versions.get(apiVersion) ?? served;
    from.pruneReadable(object);
    from.schema.applyDefaults(object);
    if (from === served && apiVersion === served.apiVersion) return object;
    object.apiVersion = served.apiVersion;
    served.pruneReadable(object);
    return object;
  }

  #toStored(object: KubeObject): KubeObject {
    const { stored } = this.#options;
    if (object.apiVersion === stored.apiVersion) return object;
    const converted = parseExactJson(exactJson(object)) as KubeObject;
    converted.apiVersion = stored.apiVersion;
    stored.pruneReadable(converted);
    return converted;
  }
}

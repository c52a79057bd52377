import { ApiError, expired, failure, internalError } from '../errors/api-error.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { ReadableTable } from '../storage/readable-table.ts';
import { StorageError } from '../storage/storage-error.ts';
import { decodeContinueToken, encodeContinueToken } from './continue-token.ts';
import type {
  KeptEvent,
  KeptObject,
  ListRequest,
  ListResult,
  ResourceStorage,
  StorageChange,
  StorageKey,
  WatchRequest,
} from './resource-storage.ts';
import { watchTable } from './watch-table.ts';

const PAST_IS_GONE = 'The resourceVersion for the provided list is too old.';
const CONTINUE_IS_GONE =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
  'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
  'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
  'deleted between the time the first chunk was returned and now may show up in the list.';

/** The objects of one resource in the embedded store. */
export class StoreStorage implements ResourceStorage {
  readonly #store: ObjectStore;
  readonly #tableName: string;

  /** `tableName` is the resource and its group, `deployments.apps`: the version does not count. */
  constructor(store: ObjectStore, tableName: string) {
    this.#store = store;
    this.#tableName = tableName;
  }

  get(
    key: StorageKey,
    { resourceVersion }: { resourceVersion?: string } = {},
  ): Promise<KeptObject | undefined> {
    this.#refuseFuture(resourceVersion);
    return Promise.resolve(this.#table.get(keyText(key)));
  }

  list(request: ListRequest): Promise<ListResult> {
    const { startKey, revision, view } = this.#snapshot(request);
    const { limit = 0, name, matches } = request;
    const prefix = prefixOf(request);
    const items: KeptObject[] = [];
    let next: string | undefined;
    // One object of a namespace is near its key.
    const place = name === undefined || request.namespace === undefined ? prefix : `${prefix}${name}`;
    for (const object of view.scan(place, startKey)) {
      if (name !== undefined && object.object.metadata.name !== name) continue;
      if (matches !== undefined && !matches(object.object)) continue;
      if (limit > 0 && items.length >= limit) {
        next = object.key;
        break;
      }
      items.push(object);
    }
    // How many are left is told only where it can be told without asking each.
    const isCounted = next !== undefined && matches === undefined && name === undefined;
    return Promise.resolve({
      items,
      resourceVersion: String(revision),
      ...(next !== undefined && { continue: encodeContinueToken({ revision, startKey: next }) }),
      ...(isCounted && { remainingItemCount: view.count(prefix, next) }),
    });
  }

  async write(
    key: StorageKey,
    change: (current: KeptObject | undefined) => StorageChange,
  ): Promise<KeptObject | undefined> {
    try {
      const { stored } = await this.#store.write(this.#tableName, keyText(key), change);
      return stored;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      throw error.code === 'TooLarge' ? failure(error.message) : internalError(error.message, error);
    }
  }

  watch(request: WatchRequest, onEvent: (event: KeptEvent) => boolean, signal: AbortSignal): Promise<void> {
    return watchTable({ table: this.#table, revision: () => this.#store.revision, request, onEvent, signal });
  }

  get #table() {
    return this.#store.table(this.#tableName);
  }

  #snapshot(request: ListRequest): { startKey?: string; revision: number; view: ReadableTable } {
    if (request.continue !== undefined && request.continue !== '') return this.#continued(request.continue);
    const asked = Number(request.resourceVersion ?? '0');
    this.#refuseFuture(request.resourceVersion);
    // A limit with a version, and no word on how to match it, means that very version.
    const exact =
      request.resourceVersionMatch === 'Exact' ||
      (request.resourceVersionMatch === undefined && (request.limit ?? 0) > 0 && asked > 0);
    if (exact && asked < this.#store.revision) {
      return { revision: asked, view: this.#at(asked, () => expired(PAST_IS_GONE)) };
    }
    return { revision: this.#store.revision, view: this.#table };
  }

  #continued(text: string): { startKey: string; revision: number; view: ReadableTable } {
    const { revision, startKey } = decodeContinueToken(text);
    const now = this.#store.revision;
    this.#refuseFuture(String(revision));
    if (revision < 0 || revision === now) return { startKey, revision: now, view: this.#table };
    const view = this.#at(revision, () => {
      const error = expired(CONTINUE_IS_GONE);
      error.status.metadata = { continue: encodeContinueToken({ revision: -1, startKey }) };
      return error;
    });
    return { startKey, revision, view };
  }

  #at(revision: number, gone: () => ApiError): ReadableTable {
    try {
      return this.#table.at(revision);
    } catch (error) {
      throw error instanceof StorageError && error.code === 'Compacted' ? gone() : error;
    }
  }

  /** Kubernetes waits three seconds for it to come and then says so; with one server it will not come. */
  #refuseFuture(resourceVersion: string | undefined): void {
    const asked = Number(resourceVersion ?? '0');
    const current = this.#store.revision;
    if (asked <= current) return;
    const message = `Timeout: Too large resource version: ${asked}, current: ${current}`;
    const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }];
    throw new ApiError(
      { code: 504, reason: 'Timeout', message, details: { causes, retryAfterSeconds: 1 } },
      { headers: { 'retry-after': '1' } },
    );
  }
}

function keyText({ namespace, name }: StorageKey): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

function prefixOf({ namespace }: Pick<ListRequest, 'namespace'>): string {
  return namespace === undefined ? '' : `${namespace}/`;
}

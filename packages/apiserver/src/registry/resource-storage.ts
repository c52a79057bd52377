import type { KubeObject } from '@banyan/api';

/** A version that is kept, with its JSON made once. Neither is to be changed. */
export interface KeptObject {
  readonly object: Readonly<KubeObject>;
  readonly json: string;
}

export interface StorageKey {
  readonly namespace: string | undefined;
  readonly name: string;
}

export interface ListRequest {
  /** Undefined: all namespaces, or a resource without them. */
  readonly namespace: string | undefined;
  /** Only a name: what a field selector `metadata.name=x` asks for. */
  readonly name?: string;
  /** Undefined: no selector, everything. */
  readonly matches?: (object: Readonly<KubeObject>) => boolean;
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
}

export interface ListResult {
  readonly items: readonly KeptObject[];
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

export interface WatchRequest extends Pick<ListRequest, 'namespace' | 'name' | 'matches'> {
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
  readonly allowBookmarks: boolean;
  readonly sendInitialEvents?: boolean;
  /** When its time will be over: a bookmark comes shortly before. */
  readonly timeoutMs?: number;
}

export interface KeptEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  /** Of a bookmark: kind, apiVersion and metadata alone. */
  readonly item: KeptObject;
}

/** What a write does with the version it found. */
export type StorageChange =
  | { readonly type: 'put'; readonly object: KubeObject }
  | { readonly type: 'delete'; readonly object?: KubeObject }
  | { readonly type: 'keep' };

/**
 * Where the objects of one resource are kept: the embedded store, or something else that can play one (the
 * hub's templates). All versions of a kind share one storage; who serves a version converts. Errors are ApiErrors.
 */
export interface ResourceStorage {
  get(key: StorageKey, options?: { resourceVersion?: string }): Promise<KeptObject | undefined>;
  list(request: ListRequest): Promise<ListResult>;
  /**
   * Calls `change` with the newest version and carries out what it says, with nothing in between. `change` may be
   * called again, if another write came first; what it throws is thrown here. Resolves when the change is durable,
   * to the version that is there then; of a deletion, to the last one.
   */
  write(
    key: StorageKey,
    change: (current: KeptObject | undefined) => StorageChange,
  ): Promise<KeptObject | undefined>;
  /**
   * Calls `onEvent` for every event, in order, until the signal aborts; then it resolves. Throws an ApiError if it
   * cannot begin, or cannot go on (410). `onEvent` returns false to be ended: its reader is too slow.
   */
  watch(request: WatchRequest, onEvent: (event: KeptEvent) => boolean, signal: AbortSignal): Promise<void>;
}

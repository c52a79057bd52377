export interface SourcePage<T> {
  readonly items: readonly T[];
  /** Of the whole list: the same on each of its pages. */
  readonly resourceVersion: string;
  /** Set while there are more pages. */
  readonly continue?: string;
}

export type SourceEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly item: T; readonly resourceVersion: string }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string };

export interface SourceListOptions {
  /** Without it: everything in one answer. */
  readonly limit?: number;
  readonly continue?: string;
  /** For the whole answer. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface SourceWatchOptions {
  readonly resourceVersion: string;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
}

/**
 * Where a reflector reads: one resource of one cluster, in one form (objects, metadata, raw).
 * Both throw KubeError: isExpired means that the server no longer has that version or token.
 * The items become the reader's.
 */
export interface ReflectorSource<T> {
  /** For messages: `configmaps.v1 in namespace web`. */
  readonly description: string;
  listPage(options: SourceListOptions): Promise<SourcePage<T>>;
  watch(options: SourceWatchOptions): AsyncIterable<SourceEvent<T>>;
}

import type { Readable } from 'node:stream';
import type { KubeObject } from '@banyan/api';
import type { Impersonation } from '../kubeconfig/cluster-connection.ts';

/** Without a namespace: a cluster-scoped object. */
export interface ObjectKey {
  readonly namespace?: string;
  readonly name: string;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** The whole of it: waiting for a turn, every try, the body. 0 = no deadline. Default: the client's. */
  readonly timeoutMs?: number;
  /** Replaces the connection's own impersonation for this request. */
  readonly impersonate?: Impersonation;
}

export interface WriteOptions {
  /** The server does everything but store it. */
  readonly dryRun?: boolean;
  readonly fieldManager?: string;
  /** What becomes of unknown and duplicate fields; the server's default is Warn. */
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
  /** Asks for the metadata of what was written and nothing else: whoever does not read the rest need not have it sent. */
  readonly metadataOnly?: boolean;
}

export interface GetOptions extends RequestOptions {
  readonly subresource?: string;
  /** Asks for PartialObjectMetadata. A server that cannot give it answers with whole objects. */
  readonly metadataOnly?: boolean;
  readonly resourceVersion?: string;
}

interface SelectorOptions {
  /** Without it: the whole cluster, or a cluster-scoped resource. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

export interface ListOptions extends RequestOptions, SelectorOptions {
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  readonly metadataOnly?: boolean;
}

export interface CreateOptions extends RequestOptions, WriteOptions {
  /** With `name`: the object that the subresource belongs to (`pods/eviction`, `serviceaccounts/token`). */
  readonly subresource?: string;
  readonly name?: string;
  /** Where the object's own metadata does not say it (a TokenRequest, for one). */
  readonly namespace?: string;
}

export interface UpdateOptions extends RequestOptions, WriteOptions {
  readonly subresource?: string;
}

export type Patch =
  | { readonly type: 'json'; readonly body: readonly unknown[] }
  | { readonly type: 'merge'; readonly body: object }
  | { readonly type: 'strategic'; readonly body: object };

export interface ApplyOptions extends RequestOptions, WriteOptions {
  readonly fieldManager: string;
  /** Take fields over from their owners, where otherwise isConflict is thrown. */
  readonly force?: boolean;
  readonly subresource?: string;
}

export interface DeleteOptions extends RequestOptions {
  readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
  readonly gracePeriodSeconds?: number;
  /** Delete this very object, in this very state, or isConflict is thrown. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: boolean;
}

export interface DeleteCollectionOptions extends DeleteOptions, SelectorOptions {
  readonly limit?: number;
  readonly resourceVersion?: string;
}

export interface WatchOptions extends SelectorOptions {
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  readonly allowBookmarks?: boolean;
  /** The state of now as ADDED events, then a bookmark that says so: needs resourceVersionMatch NotOlderThan. */
  readonly sendInitialEvents?: boolean;
  /** The server ends the watch after this long. */
  readonly timeoutSeconds?: number;
  readonly metadataOnly?: boolean;
  readonly impersonate?: Impersonation;
  /** Ends the iteration with isAborted. */
  readonly signal: AbortSignal;
}

/** An ERROR event is not among them: it is thrown. */
export interface WatchEvent<T extends KubeObject = KubeObject> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: T;
}

/** A value with several entries is sent as several header lines, never joined. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[]>>;
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface RawRequest {
  readonly method: string;
  /** Under the server's address, with its query: `/api/v1/pods?limit=1`. Sent as it is. */
  readonly path: string;
  readonly headers?: RequestHeaders;
  /** A stream is sent once and never repeated. */
  readonly body?: string | Buffer | Readable;
  readonly signal?: AbortSignal;
  /** Until the headers are there; the body has no deadline but the signal. 0 = none. */
  readonly timeoutMs?: number;
  readonly impersonate?: Impersonation;
  /** `stream` for what lasts (watch, logs -f) and for large bodies; default `short`. */
  readonly pool?: 'short' | 'stream';
}

/** The body must be read to its end or destroyed, or its connection is lost to the pool. */
export interface RawResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Readable;
}

export interface JsonRequest extends RequestOptions {
  readonly method: string;
  readonly path: string;
  readonly headers?: RequestHeaders;
  readonly body?: string | Buffer;
}

/** One `Warning:` header of an answer: a deprecated version, an unknown field. */
export interface ServerWarning {
  readonly code: number;
  readonly agent: string;
  readonly text: string;
}

export interface WebSocketOptions {
  readonly path: string;
  /** Subprotocols, the preferred first. */
  readonly protocols: readonly string[];
  /** Offered by ALPN besides HTTP/1.1, which is spoken: so a server knows before the handshake who comes. */
  readonly announces?: string;
  readonly impersonate?: Impersonation;
  /** Ends it, also once it is open. */
  readonly signal: AbortSignal;
}

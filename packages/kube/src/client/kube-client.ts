import type { GroupVersionResource, KubeList, KubeObject, Status } from '@banyan/api';
import { KubeError } from '../errors/kube-error.ts';
import type { ClusterConnection } from '../kubeconfig/cluster-connection.ts';
import type { WebSocket } from 'ws';
import type { RequestSubject } from '../errors/status-error.ts';
import { openWebSocket, type UpgradableConnection } from './open-web-socket.ts';
import { systemClock, type Clock } from './clock.ts';
import { ClusterTransport } from './cluster-transport.ts';
import { decodeBody } from './decode-body.ts';
import { InFlightLimit, RateLimit } from './request-limits.ts';
import type {
  ApplyOptions,
  CreateOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  JsonRequest,
  ListOptions,
  ObjectKey,
  Patch,
  RawRequest,
  RawResponse,
  ServerWarning,
  UpdateOptions,
  WatchEvent,
  WatchOptions,
  WebSocketOptions,
} from './request-options.ts';
import {
  acceptHeaders,
  deleteBody,
  listQuery,
  PATCH_CONTENT_TYPE,
  requestOf,
  writeHeaders,
  writeQuery,
} from './request-parts.ts';
import { resourcePath, type ResourcePath } from './request-path.ts';
import { RequestSender } from './request-sender.ts';
import { serverAddress } from './server-address.ts';
import { readWatchLines, watchRequest, parseWatchEvent } from './watch-stream.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
/** More connections than this do not make one API server faster, and there are many clusters. */
const DEFAULT_MAX_CONNECTIONS = 32;
const DEFAULT_MAX_IN_FLIGHT = 256;
/** As client-go: a dead connection is known after 45 s at most. */
const DEFAULT_PING_INTERVAL_MS = 30_000;
const DEFAULT_PING_TIMEOUT_MS = 15_000;
/** An object is at most 1.5 MiB in etcd and 3 MiB in a request; aggregated servers may have larger ones. */
const DEFAULT_MAX_LINE_BYTES = 16 * 1024 * 1024;

export interface KubeClientOptions {
  readonly userAgent?: string;
  /** Deadline of a request that gives none of its own. Default 30 s; 0 = none. */
  readonly timeoutMs?: number;
  /** Connections of the pool for short requests. Default 32. */
  readonly maxConnections?: number;
  /** Short requests at once, those beyond it wait. Default 256. */
  readonly maxInFlight?: number;
  /** Short requests per second on average; without it no limit. */
  readonly qps?: number;
  /** At once above the average. Default twice `qps`. */
  readonly burst?: number;
  /** Of the HTTP/2 connection of the streams. Default 30 s, and 15 s to answer. */
  readonly pingIntervalMs?: number;
  readonly pingTimeoutMs?: number;
  /** The longest event of a watch. Default 16 MiB. */
  readonly maxLineBytes?: number;
  /** Called for each `Warning:` header, before the answer is given out. Must not throw. */
  readonly onWarning?: (warning: ServerWarning) => void;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/**
 * A client of one cluster. Making one opens nothing; every method may be called at any time and at once. All
 * errors are KubeErrors. Objects that come back are the caller's to change.
 */
export class KubeClient {
  readonly connection: ClusterConnection;
  readonly #maxLineBytes: number;
  readonly #transport: ClusterTransport;
  readonly #sender: RequestSender;

  constructor(connection: ClusterConnection, options: KubeClientOptions = {}) {
    const clock = options.clock ?? systemClock;
    const address = serverAddress(connection);
    this.connection = connection;
    this.#maxLineBytes = options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES;
    this.#transport = new ClusterTransport(connection, address, {
      maxConnections: options.maxConnections ?? DEFAULT_MAX_CONNECTIONS,
      pingIntervalMs: options.pingIntervalMs ?? DEFAULT_PING_INTERVAL_MS,
      pingTimeoutMs: options.pingTimeoutMs ?? DEFAULT_PING_TIMEOUT_MS,
    });
    this.#sender = new RequestSender({
      connection,
      address,
      transport: this.#transport,
      inFlight: new InFlightLimit(options.maxInFlight ?? DEFAULT_MAX_IN_FLIGHT),
      rate:
        options.qps === undefined
          ? undefined
          : new RateLimit(options.qps, options.burst ?? 2 * options.qps, clock),
      userAgent: options.userAgent ?? 'banyan',
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      clock,
      random: options.random ?? Math.random,
      onWarning: options.onWarning,
    });
  }

  async get<T extends KubeObject = KubeObject>(
    resource: GroupVersionResource,
    key: ObjectKey,
    options: GetOptions = {},
  ): Promise<T> {
    const path = resourcePath(resource, {
      ...key,
      ...subresourceOf(options),
      query: { resourceVersion: options.resourceVersion },
    });
    const headers = acceptHeaders('PartialObjectMetadata', options.metadataOnly);
    return this.requestJson({ ...requestOf(options), method: 'GET', path, headers });
  }

  /** One page. `metadata.continue` of the answer, given as `continue`, gets the next. */
  async list<T extends KubeObject = KubeObject>(
    resource: GroupVersionResource,
    options: ListOptions = {},
  ): Promise<KubeList<T>> {
    const path = resourcePath(resource, { ...namespaceOf(options), query: listQuery(options) });
    const headers = {
      ...acceptHeaders('PartialObjectMetadataList', options.metadataOnly),
      // As kubectl does. The server compresses what is above 128 KiB; it pays even on loopback.
      ...(this.connection.disableCompression !== true && { 'accept-encoding': 'gzip' }),
    };
    const request = { ...requestOf(options), method: 'GET', path, headers };
    const list = await this.requestJson<KubeList<T> & { items: T[] | null }>(request);
    // What Go calls an empty list may be null, as where nothing fits a selector.
    return list.items === null ? { ...list, items: [] } : list;
  }

  /** The namespace is that of the object's metadata, or the option's. Repeated only on a 429 that says when. */
  async create<T extends KubeObject = KubeObject>(
    resource: GroupVersionResource,
    object: T,
    options: CreateOptions = {},
  ): Promise<T & KubeObject> {
    const path = resourcePath(resource, {
      ...namespaceOf({ namespace: options.namespace ?? object.metadata?.namespace }),
      ...(options.name !== undefined && { name: options.name }),
      ...subresourceOf(options),
      query: writeQuery(options),
    });
    return this.#write('POST', path, object, options);
  }

  /** A `resourceVersion` in the object makes it isConflict if someone wrote in between. */
  async update<T extends KubeObject = KubeObject>(
    resource: GroupVersionResource,
    object: T,
    options: UpdateOptions = {},
  ): Promise<T & KubeObject> {
    const path = resourcePath(resource, { ...targetOf(object, options), query: writeQuery(options) });
    return this.#write('PUT', path, object, options);
  }

  async patch<T extends KubeObject = KubeObject>(
    resource: GroupVersionResource,
    key: ObjectKey,
    patch: Patch,
    options: UpdateOptions = {},
  ): Promise<T> {
    const path = resourcePath(resource, { ...key, ...subresourceOf(options), query: writeQuery(options) });
    return this.requestJson({
      ...requestOf(options),
      method: 'PATCH',
      path,
      headers: writeHeaders(PATCH_CONTENT_TYPE[patch.type], options),
      body: JSON.stringify(patch.body),
    });
  }

  /** Server-side apply. The object holds the fields that are ours, and no managedFields. */
  async apply<T extends KubeObject = KubeObject>(
    resource: GroupVersionResource,
    object: KubeObject,
    options: ApplyOptions,
  ): Promise<T> {
    const query = { ...writeQuery(options), force: options.force === true ? true : undefined };
    return this.requestJson({
      ...requestOf(options),
      method: 'PATCH',
      path: resourcePath(resource, { ...targetOf(object, options), query }),
      headers: writeHeaders(PATCH_CONTENT_TYPE.apply, options),
      body: JSON.stringify(object),
    });
  }

  /** The object as it is while it waits for its finalizers or its grace, or a Status when it is gone. */
  async delete(
    resource: GroupVersionResource,
    key: ObjectKey,
    options: DeleteOptions = {},
  ): Promise<KubeObject | Status> {
    return this.#delete(resourcePath(resource, { ...key }), options);
  }

  /** Everything that the selectors choose: in a namespace, or without one of a cluster-scoped resource. */
  async deleteCollection(
    resource: GroupVersionResource,
    options: DeleteCollectionOptions = {},
  ): Promise<KubeList | Status> {
    return this.#delete(
      resourcePath(resource, { ...namespaceOf(options), query: listQuery(options) }),
      options,
    );
  }

  /**
   * Ends by itself when the server ends the watch (`timeoutSeconds`); throws isExpired when the
   * resourceVersion is too old, isUnreachable when the connection is lost, isAborted by the signal. Nothing is
   * read ahead of the consumer but what the connection's window holds.
   */
  async *watch<T extends KubeObject = KubeObject>(
    resource: GroupVersionResource,
    options: WatchOptions,
  ): AsyncGenerator<WatchEvent<T>, void, void> {
    const { method, path } = watchRequest(resource, options);
    const subject = this.#sender.subject({ method, path });
    for await (const line of this.watchLines(resource, options)) yield parseWatchEvent<T>(line, subject);
  }

  /**
   * As `watch`, one line of JSON an event, not parsed: so an ERROR event is one of them, and the reader's to
   * see. Lines share memory with their neighbours: who keeps one copies it.
   */
  async *watchLines(
    resource: GroupVersionResource,
    options: WatchOptions,
  ): AsyncGenerator<Buffer, void, void> {
    yield* readWatchLines(this.#sender.stream(watchRequest(resource, options)), this.#maxLineBytes);
  }

  /** Any request, whatever its answer; nothing is thrown for a status, nothing is repeated but a 401. */
  request(request: RawRequest): Promise<RawResponse> {
    return this.#sender.raw(request);
  }

  /** Any request with a JSON answer. What is not 2xx is thrown as a KubeError. */
  async requestJson<T>(request: JsonRequest): Promise<T> {
    const response = await this.#sender.collect({
      ...request,
      headers: { accept: 'application/json', ...request.headers },
    });
    try {
      const body = await decodeBody(response.headers, response.body);
      return JSON.parse(body.toString('utf8')) as T;
    } catch (cause) {
      const { what, where } = this.#sender.subject(request);
      const words = cause instanceof Error ? cause.message : String(cause);
      throw new KubeError('BadResponse', `${what}: the answer cannot be read: ${words} (${where})`, {
        cause,
      });
    }
  }

  /** Opens a WebSocket to a path of the server, for streams that go both ways. See `streams/`. */
  async webSocket(request: WebSocketOptions): Promise<{ webSocket: WebSocket; subject: RequestSubject }> {
    const { path, protocols, signal } = request;
    const subject = this.#sender.subject({ method: 'GET', path });
    const connect = (): Promise<UpgradableConnection> => this.#sender.upgradable(request);
    return { webSocket: await openWebSocket({ protocols, signal, subject, connect }), subject };
  }

  /** Cuts every request and watch under way; they end in an error. The client cannot be used afterwards. */
  async close(): Promise<void> {
    await this.#transport.close(
      new KubeError('Aborted', `the client of cluster "${this.connection.name}" was closed`),
    );
  }

  #write<T>(method: string, path: string, object: KubeObject, options: UpdateOptions): Promise<T> {
    return this.requestJson({
      ...requestOf(options),
      method,
      path,
      headers: writeHeaders('application/json', options),
      body: JSON.stringify(object),
    });
  }

  #delete<T>(path: string, options: DeleteOptions): Promise<T> {
    const body = deleteBody(options);
    return this.requestJson({
      ...requestOf(options),
      method: 'DELETE',
      path,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body }),
    });
  }
}

function namespaceOf({ namespace }: { readonly namespace?: string | undefined }): ResourcePath {
  return namespace === undefined ? {} : { namespace };
}

function subresourceOf({ subresource }: { readonly subresource?: string }): ResourcePath {
  return subresource === undefined ? {} : { subresource };
}

function targetOf(object: KubeObject, options: { readonly subresource?: string }): ResourcePath {
  const { name = '', namespace } = object.metadata;
  return { name, ...namespaceOf({ namespace }), ...subresourceOf(options) };
}

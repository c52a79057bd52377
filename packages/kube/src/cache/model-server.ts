import type { GroupVersionResource, KubeList, KubeObject } from '@banyan/api';
import { Readable } from 'node:stream';
import type {
  ListOptions,
  RawRequest,
  RawResponse,
  WatchEvent,
  WatchOptions,
} from '../client/request-options.ts';
import { KubeError } from '../errors/kube-error.ts';
import type { ListerWatcher, RawListerWatcher } from './lister-watcher.ts';
import { objectKey } from './object-key.ts';

interface LogEntry {
  readonly version: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: KubeObject;
}

type Fault = (() => never) | undefined;

/**
 * One namespace of ConfigMaps as an API server keeps it: versions, history, compaction, pages that are
 * snapshots, watches that replay. Tests are its clients' network, too: they cut watches and plant faults.
 */
export class ModelServer implements ListerWatcher, RawListerWatcher {
  readonly #objects = new Map<string, KubeObject>();
  readonly #log: LogEntry[] = [];
  /** Thrown by the next list or watch, first come first served. */
  readonly listFaults: Fault[] = [];
  readonly watchFaults: Fault[] = [];
  readonly listCalls: ListOptions[] = [];
  readonly watchCalls: WatchOptions[] = [];
  #version = 100;
  #compacted = 0;
  #uid = 0;
  readonly #bookmarks: { readonly version: number }[] = [];
  readonly #cuts: (KubeError | 'close')[] = [];
  #changed = Promise.withResolvers<void>();
  openWatches = 0;

  get version(): string {
    return String(this.#version);
  }

  /** The truth: key → resourceVersion. */
  state(): Record<string, string> {
    return Object.fromEntries(
      [...this.#objects].map(([key, { metadata }]) => [key, metadata.resourceVersion ?? '']),
    );
  }

  put(name: string, data: Record<string, string> = {}): void {
    const previous = this.#objects.get(objectKey('web', name));
    const uid = previous?.metadata.uid ?? `uid-${++this.#uid}`;
    const object = configMap(name, { uid, version: ++this.#version, data });
    this.#objects.set(objectKey('web', name), object);
    this.#append(previous === undefined ? 'ADDED' : 'MODIFIED', object);
  }

  delete(name: string): void {
    const key = objectKey('web', name);
    const previous = this.#objects.get(key);
    if (previous === undefined) return;
    this.#objects.delete(key);
    const metadata = { ...previous.metadata, resourceVersion: String(++this.#version) };
    this.#append('DELETED', { ...previous, metadata });
  }

  /** Nothing before now can be listed or watched any more. */
  compact(): void {
    this.#compacted = ++this.#version;
  }

  bookmark(): void {
    this.#bookmarks.push({ version: this.#version });
    this.#wake();
  }

  /** Every open watch ends: rightly, or with this error. */
  cut(how: KubeError | 'close' = new KubeError('Unreachable', 'cut')): void {
    this.#cuts.push(how);
    this.#wake();
  }

  // oxlint-disable-next-line typescript/require-await
  async list(_resource: GroupVersionResource, options: ListOptions): Promise<KubeList> {
    this.listCalls.push(options);
    this.listFaults.shift()?.();
    const { version, after } =
      options.continue === undefined
        ? { version: this.#version, after: '' }
        : (JSON.parse(options.continue) as { version: number; after: string });
    if (version < this.#compacted) throw expired();
    const rest = this.#stateAt(version).filter(([key]) => key > after);
    const page = rest.slice(0, options.limit ?? rest.length);
    const next = page.length < rest.length ? JSON.stringify({ version, after: page.at(-1)?.[0] }) : undefined;
    return {
      apiVersion: 'v1',
      kind: 'ConfigMapList',
      metadata: { resourceVersion: String(version), ...(next !== undefined && { continue: next }) },
      items: page.map(([, object]) => withoutType(object)),
    };
  }

  async *watch(
    _resource: GroupVersionResource,
    options: WatchOptions,
  ): AsyncGenerator<WatchEvent, void, void> {
    this.watchCalls.push(options);
    this.watchFaults.shift()?.();
    let position = Number(options.resourceVersion);
    let bookmarks = this.#bookmarks.length;
    const cuts = this.#cuts.length;
    if (position < this.#compacted) throw expired();
    this.openWatches++;
    try {
      for (;;) {
        options.signal.throwIfAborted();
        const ended = this.#cuts[cuts];
        if (ended === 'close') return;
        if (ended !== undefined) throw ended;
        const entry = this.#log.find(({ version }) => version > position);
        const bookmark = this.#bookmarks[bookmarks];
        if (entry !== undefined) {
          position = entry.version;
          yield { type: entry.type, object: structuredClone(entry.object) };
        } else if (bookmark !== undefined) {
          bookmarks++;
          position = Math.max(position, bookmark.version);
          yield { type: 'BOOKMARK', object: bookmarkObject(position) };
        } else await this.#change(options.signal);
      }
    } finally {
      this.openWatches--;
    }
  }

  async request({ path, signal }: RawRequest): Promise<RawResponse> {
    const query = new URL(path, 'http://model').searchParams;
    const limit = query.get('limit');
    const token = query.get('continue');
    try {
      const list = await this.list(CONFIG_MAPS, {
        ...(limit !== null && { limit: Number(limit) }),
        ...(token !== null && { continue: token }),
        ...(signal !== undefined && { signal }),
      });
      return { status: 200, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(list))]) };
    } catch (error) {
      if (!(error instanceof KubeError) || error.status === undefined) throw error;
      const body = Readable.from([Buffer.from(JSON.stringify(error.status))]);
      return { status: error.status.code ?? 500, headers: {}, body };
    }
  }

  async *watchLines(
    resource: GroupVersionResource,
    options: WatchOptions,
  ): AsyncGenerator<Buffer, void, void> {
    for await (const event of this.watch(resource, options)) yield Buffer.from(JSON.stringify(event));
  }

  #append(type: LogEntry['type'], object: KubeObject): void {
    this.#log.push({ version: this.#version, type, object });
    this.#wake();
  }

  #stateAt(version: number): [string, KubeObject][] {
    const state = new Map<string, KubeObject>();
    for (const entry of this.#log) {
      if (entry.version > version) break;
      const key = objectKey(entry.object.metadata.namespace, entry.object.metadata.name ?? '');
      if (entry.type === 'DELETED') state.delete(key);
      else state.set(key, entry.object);
    }
    return [...state].toSorted(([a], [b]) => (a < b ? -1 : 1));
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async #change(signal: AbortSignal): Promise<void> {
    const aborted = Promise.withResolvers<void>();
    const onAbort = (): void => aborted.resolve();
    signal.addEventListener('abort', onAbort, { once: true });
    await Promise.race([this.#changed.promise, aborted.promise]);
    signal.removeEventListener('abort', onAbort);
  }
}

export const CONFIG_MAPS: GroupVersionResource = { group: '', version: 'v1', resource: 'configmaps' };

export function expired(): KubeError {
  const message = 'too old resource version';
  return new KubeError('Expired', message, {
    status: { apiVersion: 'v1', kind: 'Status', status: 'Failure', reason: 'Expired', code: 410, message },
    httpStatus: 410,
  });
}

function configMap(
  name: string,
  { uid, version, data }: { uid: string; version: number; data: Record<string, string> },
): KubeObject {
  return {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: {
      name,
      namespace: 'web',
      uid,
      resourceVersion: String(version),
      labels: { app: name.slice(0, 1) },
      managedFields: [{ manager: 'test', operation: 'Update', fieldsV1: { 'f:data': {} } }],
    },
    data,
  };
}

/** As in a list of a built-in kind. */
function withoutType(object: KubeObject): KubeObject {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = structuredClone(object);
  return rest as KubeObject;
}

function bookmarkObject(version: number): KubeObject {
  return { kind: 'ConfigMap', apiVersion: 'v1', metadata: { resourceVersion: String(version) } };
}

import { expired } from '../errors/api-error.ts';
import type { ObjectTable } from '../storage/object-table.ts';
import { StorageError } from '../storage/storage-error.ts';
import { storedObject, type StoreEvent } from '../storage/stored-object.ts';
import { isAskedFor } from './is-asked-for.ts';
import type { KeptEvent, WatchRequest } from './resource-storage.ts';

export interface TableWatch {
  readonly table: ObjectTable;
  readonly revision: () => number;
  readonly request: WatchRequest;
  readonly onEvent: (event: KeptEvent) => boolean;
  readonly signal: AbortSignal;
}

/** As often as Kubernetes: what lets a client resume after a long silence without a new list. */
const BOOKMARK_INTERVAL_MS = 60_000;

/** How long before its end a watch is told where it stands. */
const LAST_BOOKMARK_MS = 2000;

/** Serves one watch until its signal aborts or its reader is too slow. */
export async function watchTable(watch: TableWatch): Promise<void> {
  const { table, request, onEvent, signal } = watch;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const send = (event: KeptEvent | undefined): void => {
    if (event !== undefined && !signal.aborted && !onEvent(event)) end();
  };
  // Nothing here waits until the listener is in place, so no event is missed or seen twice.
  sendBeginning(watch, send);
  const stopListening = table.listen((event) => send(shownAs(event, request)));
  const stopBookmarks = request.allowBookmarks ? sendBookmarks(watch, send) : () => {};
  const onAbort = () => end();
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) end();
  await ended;
  signal.removeEventListener('abort', onAbort);
  stopBookmarks();
  stopListening();
}

/** Now and then, and once more before the end. Returns what stops it. */
function sendBookmarks({ revision, request }: TableWatch, send: (event: KeptEvent) => void): () => void {
  const sendOne = () => send(bookmark(revision()));
  const interval = setInterval(sendOne, BOOKMARK_INTERVAL_MS).unref();
  const { timeoutMs = 0 } = request;
  const last =
    timeoutMs > LAST_BOOKMARK_MS ? setTimeout(sendOne, timeoutMs - LAST_BOOKMARK_MS).unref() : undefined;
  return () => {
    clearInterval(interval);
    clearTimeout(last);
  };
}

function sendBeginning(
  { table, revision, request }: TableWatch,
  send: (event: KeptEvent | undefined) => void,
): void {
  const from = Number(request.resourceVersion ?? '0');
  if (from > 0 && request.sendInitialEvents !== true) {
    for (const event of eventsAfter(table, from)) send(shownAs(event, request));
    return;
  }
  if (request.sendInitialEvents !== false) {
    const prefix = request.namespace === undefined ? '' : `${request.namespace}/`;
    for (const item of table.scan(prefix))
      if (isAskedFor(request, item.object)) send({ type: 'ADDED', item });
  }
  if (request.sendInitialEvents === true) send(bookmark(revision(), { 'k8s.io/initial-events-end': 'true' }));
}

function eventsAfter(table: ObjectTable, revision: number): StoreEvent[] {
  try {
    return table.eventsAfter(revision);
  } catch (error) {
    throw error instanceof StorageError ? expired(error.message) : error;
  }
}

/** A change that brings an object under a selector is an addition to who watches by it; the other way a deletion. */
function shownAs(
  { type, revision, current, previous }: StoreEvent,
  request: WatchRequest,
): KeptEvent | undefined {
  const was = previous !== undefined && isAskedFor(request, previous.object);
  if (type === 'DELETED') return was ? { type, item: current } : undefined;
  const is = isAskedFor(request, current.object);
  if (is) return { type: was ? 'MODIFIED' : 'ADDED', item: current };
  return was ? { type: 'DELETED', item: storedObject(previous.key, revision, previous.object) } : undefined;
}

/** Kind and apiVersion are those of the endpoint, which adds them. */
function bookmark(revision: number, annotations?: Record<string, string>): KeptEvent {
  const object = {
    apiVersion: '',
    kind: '',
    metadata: annotations === undefined ? {} : { annotations },
  };
  return { type: 'BOOKMARK', item: storedObject('', revision, object) };
}

import { isExpired } from '../errors/error-predicates.ts';
import type { ReflectorSink } from './reflector-sink.ts';
import type { ReflectorSource, SourcePage } from './reflector-source.ts';

/** As long as the API server itself gives a request. */
const PAGE_TIMEOUT_MS = 60_000;
/** 100 MB through a tunnel of 3 Mbit/s; it is the last resort, so it must not be what fails. */
const WHOLE_LIST_TIMEOUT_MS = 300_000;

export interface PagedListOptions<T> {
  readonly source: ReflectorSource<T>;
  readonly sink: ReflectorSink<T>;
  readonly pageSize: number;
  readonly signal: AbortSignal;
  /** Throws if this list is not to be taken. Called before any of its items is delivered. */
  readonly checkVersion: (resourceVersion: string) => void;
  /** Waits until a page may be asked for again; rejects when the signal aborts. */
  readonly waitToRetry: (error: unknown) => Promise<void>;
}

/**
 * Lists everything into the sink and answers the version to watch from. The items of a page are delivered
 * when it arrives, so that never more than one page is held twice. A page that fails is asked for again; a
 * token that has expired on the way cannot be mended, so everything is listed again in one answer, which
 * cannot expire.
 */
export async function listInPages<T>(options: PagedListOptions<T>): Promise<string> {
  const { source, sink, pageSize, signal, checkVersion } = options;
  try {
    const first = await source.listPage({ limit: pageSize, timeoutMs: PAGE_TIMEOUT_MS, signal });
    checkVersion(first.resourceVersion);
    await deliverPages(first, options);
    return first.resourceVersion;
  } catch (error) {
    if (!isExpired(error)) throw error;
  }
  const whole = await source.listPage({ timeoutMs: WHOLE_LIST_TIMEOUT_MS, signal });
  checkVersion(whole.resourceVersion);
  sink.beginList();
  for (const item of whole.items) sink.listed(item);
  sink.endList();
  return whole.resourceVersion;
}

async function deliverPages<T>(first: SourcePage<T>, options: PagedListOptions<T>): Promise<void> {
  const { sink } = options;
  sink.beginList();
  let page = first;
  for (;;) {
    for (const item of page.items) sink.listed(item);
    if (page.continue === undefined) break;
    page = await nextPage(page.continue, options);
  }
  sink.endList();
}

async function nextPage<T>(token: string, options: PagedListOptions<T>): Promise<SourcePage<T>> {
  const { source, pageSize, signal, waitToRetry } = options;
  for (;;) {
    try {
      return await source.listPage({ limit: pageSize, continue: token, timeoutMs: PAGE_TIMEOUT_MS, signal });
    } catch (error) {
      if (signal.aborted || isExpired(error)) throw error;
      await waitToRetry(error);
    }
  }
}

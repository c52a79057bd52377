import { abortable } from '../client/abortable.ts';
import { guardedHook } from '../cache/guarded-hook.ts';
import { systemClock, type Clock } from '../client/clock.ts';
import type { ApiGroup, ApiGroupVersion, ApiResource } from './api-resource.ts';
import {
  fetchDiscoveryDocument,
  type DiscoveryClient,
  type DiscoveryDocument,
} from './discovery-document.ts';
import { noMatchError } from './mapping-error.ts';
import { RestMapper, type KindQuery, type PluralQuery, type ResolveOptions } from './rest-mapper.ts';

export interface DiscoveryOptions {
  readonly client: DiscoveryClient;
  readonly clock?: Clock;
  /** The shortest time between two discoveries that misses cause. */
  readonly minIntervalMs?: number;
  /** What is older is renewed while the old one is used. */
  readonly maxAgeMs?: number;
  /** For all documents of one discovery. */
  readonly timeoutMs?: number;
  /** Failures of a discovery that nobody waits for. */
  readonly onError?: (error: unknown) => void;
}

/** A CRD is served about a second after it is established. */
const MIN_INTERVAL_MS = 2_000;
/** As kubectl keeps it on disk, and no more than a question by ETag. */
const MAX_AGE_MS = 600_000;
const TIMEOUT_MS = 30_000;

/**
 * What one cluster serves. Answers come from memory; a question that has no answer there is put to the server
 * once, all who ask at that time together, and no more often than every two seconds.
 */
export class Discovery {
  readonly #options: DiscoveryOptions;
  readonly #clock: Clock;
  readonly #reportError: (error: unknown) => void;
  #mapper: RestMapper | undefined;
  #documents: { readonly core: DiscoveryDocument; readonly named: DiscoveryDocument } | undefined;
  #running: Promise<RestMapper> | undefined;
  #invalidated = false;
  /** The last discovery: what is known is then asked again soon. */
  #failed = false;
  /** When the last discovery began. */
  #startedMs = Number.NEGATIVE_INFINITY;

  constructor(options: DiscoveryOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#reportError = guardedHook(options.onError);
  }

  /** Something changed (a CRD came, went or changed): what is known is asked again before it is next used. */
  invalidate(): void {
    this.#invalidated = true;
  }

  /** What is known, discovered first if need be. Throws only if nothing is known and the server does not tell. */
  async mapper(signal: AbortSignal): Promise<RestMapper> {
    const known = this.#mapper;
    if (known === undefined) return this.refresh(signal);
    const ageMs = this.#clock.elapsed() - this.#startedMs;
    const { maxAgeMs = MAX_AGE_MS } = this.#options;
    if (this.#invalidated && ageMs >= this.#minIntervalMs) return this.#renewed(known, signal);
    if (ageMs >= (this.#failed ? this.#minIntervalMs : maxAgeMs)) this.#refresh().catch(this.#reportError);
    return known;
  }

  /** Asks the server now; who asks at the same time shares it. Throws what the request throws. */
  refresh(signal: AbortSignal): Promise<RestMapper> {
    return abortable(this.#refresh(), signal);
  }

  /** As RestMapper.forKind; throws isNoMatch. */
  forKind(query: KindQuery, signal: AbortSignal): Promise<ApiResource> {
    const version = query.version === undefined ? '' : `, version ${query.version}`;
    return this.#find(
      (mapper) => mapper.forKind(query),
      `kind ${query.kind} in group "${query.group}"${version}`,
      signal,
    );
  }

  /** As RestMapper.forResource; throws isNoMatch. */
  forResource(query: PluralQuery, signal: AbortSignal): Promise<ApiResource> {
    const version = query.version === undefined ? '' : `, version ${query.version}`;
    const what = `resource ${query.resource} in group "${query.group}"${version}`;
    return this.#find((mapper) => mapper.forResource(query), what, signal);
  }

  /** As RestMapper.resolve; throws isNoMatch, isAmbiguous. */
  resolve(text: string, signal: AbortSignal, options?: ResolveOptions): Promise<ApiResource> {
    return this.#find((mapper) => mapper.resolve(text, options), `resource "${text}"`, signal);
  }

  get #minIntervalMs(): number {
    return this.#options.minIntervalMs ?? MIN_INTERVAL_MS;
  }

  async #find(
    find: (mapper: RestMapper) => ApiResource | undefined,
    what: string,
    signal: AbortSignal,
  ): Promise<ApiResource> {
    const known = await this.mapper(signal);
    const found = find(known);
    if (found !== undefined) return found;
    const renewed = await this.#afterMiss(known, signal);
    const foundLater = renewed === known ? undefined : find(renewed);
    if (foundLater === undefined) throw noMatchError(what, renewed.stale);
    return foundLater;
  }

  /** Something known is better than an error; that it is old is told to the hook. */
  async #renewed(known: RestMapper, signal: AbortSignal): Promise<RestMapper> {
    try {
      return await this.refresh(signal);
    } catch (error) {
      signal.throwIfAborted();
      this.#reportError(error);
      return known;
    }
  }

  /** The same mapper if it is too new to ask again. */
  async #afterMiss(known: RestMapper, signal: AbortSignal): Promise<RestMapper> {
    if (this.#mapper !== known && this.#mapper !== undefined) return this.#mapper;
    const waitMs = this.#startedMs + this.#minIntervalMs - this.#clock.elapsed();
    if (this.#running === undefined && waitMs > 0) {
      // Only who knows that something changed waits for it; others would wait in vain.
      if (!this.#invalidated) return known;
      await this.#clock.sleep(waitMs, signal);
      if (this.#mapper !== known && this.#mapper !== undefined) return this.#mapper;
    }
    return this.refresh(signal);
  }

  #refresh(): Promise<RestMapper> {
    this.#running ??= this.#discover().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #discover(): Promise<RestMapper> {
    const { client, timeoutMs = TIMEOUT_MS } = this.#options;
    this.#startedMs = this.#clock.elapsed();
    this.#invalidated = false;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const [core, named] = await Promise.all([
        fetchDiscoveryDocument(client, '/api', this.#documents?.core, signal),
        fetchDiscoveryDocument(client, '/apis', this.#documents?.named, signal),
      ]);
      this.#failed = false;
      if (this.#mapper !== undefined && core === this.#documents?.core && named === this.#documents.named) {
        return this.#mapper;
      }
      this.#documents = { core, named };
      this.#mapper = new RestMapper(keepStale([...core.groups, ...named.groups], this.#mapper?.groups ?? []));
      return this.#mapper;
    } catch (error) {
      this.#failed = true;
      throw error;
    }
  }
}

/** A version whose server does not answer keeps what it was known to have. */
function keepStale(groups: readonly ApiGroup[], before: readonly ApiGroup[]): ApiGroup[] {
  const earlier = (group: string, version: string): readonly ApiResource[] =>
    before.find(({ name }) => name === group)?.versions.find((known) => known.version === version)
      ?.resources ?? [];
  return groups.map(({ name, versions }) => ({
    name,
    versions: versions.map((known): ApiGroupVersion => {
      if (!known.stale || known.resources.length > 0) return known;
      return { ...known, resources: earlier(name, known.version) };
    }),
  }));
}

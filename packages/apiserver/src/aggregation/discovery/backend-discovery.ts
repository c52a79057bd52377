import type { ApiService } from '../api-service.ts';
import type { Backend } from '../backend.ts';
import { KeyedWork } from '../keyed-work.ts';
import { fetchEntry, fetchOpenApiHash } from './fetch-entry.ts';
import type { VersionEntry } from './version-entry.ts';

/** As kube-apiserver: backends say nothing when their discovery changes. */
const REFRESH_MS = 60_000;
const FIRST_RETRY_MS = 500;

/** What is known of a version that is served elsewhere. */
export interface BackendVersion {
  readonly entry: VersionEntry;
  /** The backend said so when it was last asked. */
  readonly isFresh: boolean;
  /** Of its OpenAPI v3 document; empty: it has one without. Undefined: it has none. */
  readonly openApiHash: string | undefined;
}

export interface BackendDiscoveryOptions {
  readonly find: (
    name: string,
  ) =>
    | { readonly apiService: Readonly<ApiService>; readonly backend: Backend; readonly isAvailable: boolean }
    | undefined;
  readonly onDefect: (error: unknown) => void;
}

/** Keeps what backends say of themselves. While one does not answer, what it said before is shown as stale. */
export class BackendDiscovery {
  readonly #options: BackendDiscoveryOptions;
  readonly #work: KeyedWork;
  readonly #known = new Map<string, BackendVersion>();
  readonly #failures = new Map<string, number>();

  constructor(options: BackendDiscoveryOptions) {
    this.#options = options;
    const work = (name: string, signal: AbortSignal) => this.#refresh(name, signal);
    this.#work = new KeyedWork({ work, onError: options.onDefect });
  }

  refresh(name: string): void {
    this.#failures.delete(name);
    this.#work.add(name);
  }

  forget(name: string): void {
    this.#known.delete(name);
    this.#failures.delete(name);
    this.#work.forget(name);
  }

  find(name: string): BackendVersion | undefined {
    return this.#known.get(name);
  }

  stop(): Promise<void> {
    return this.#work.stop();
  }

  async #refresh(name: string, signal: AbortSignal): Promise<number | undefined> {
    const found = this.#options.find(name);
    if (found === undefined) return undefined;
    const fetched = await this.#fetch(found, signal);
    // Gone or replaced while it was asked: what it said is nobody's.
    if (signal.aborted || this.#options.find(name)?.backend !== found.backend) return undefined;
    const before = this.#known.get(name);
    if (fetched !== undefined) {
      this.#known.set(name, fetched);
      this.#failures.delete(name);
      return REFRESH_MS;
    }
    const { version = '' } = found.apiService.spec;
    const { entry = { version }, openApiHash } = before ?? {};
    this.#known.set(name, { entry, isFresh: false, openApiHash });
    const failures = this.#failures.get(name) ?? 0;
    this.#failures.set(name, failures + 1);
    return Math.min(FIRST_RETRY_MS * 2 ** failures, REFRESH_MS);
  }

  /** Undefined: it does not answer as it should. */
  async #fetch(
    { apiService, backend, isAvailable }: NonNullable<ReturnType<BackendDiscoveryOptions['find']>>,
    signal: AbortSignal,
  ): Promise<BackendVersion | undefined> {
    const address = isAvailable ? backend.nextAddress() : undefined;
    if (address === undefined) return undefined;
    const { group = '', version = '' } = apiService.spec;
    const question = { backend, address, group, version, signal };
    try {
      const entry = await fetchEntry(question);
      const openApiHash = await fetchOpenApiHash(question).catch(() => undefined);
      return { entry, isFresh: true, openApiHash };
    } catch {
      return undefined;
    }
  }
}

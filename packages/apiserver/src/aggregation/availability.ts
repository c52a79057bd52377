import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '@banyan/api';
import { timestamp } from '../registry/object-draft.ts';
import type { ServerWrites } from '../registry/server-writes.ts';
import type { ApiService } from './api-service.ts';
import { askBackend } from './ask-backend.ts';
import { PASSED, setAvailable, type Finding } from './available-condition.ts';
import { originOf, type Backend } from './backend.ts';
import { KeyedWork } from './keyed-work.ts';
import { API_SERVICE_KIND } from './local-api-services.ts';
import type { Address } from './service-address.ts';

/** As kube-apiserver: what no watch tells of is noticed after this time. */
const RECHECK_MS = 30_000;
/** A backend that is not well is asked again soon, then less often. */
const FIRST_RETRY_MS = 1000;
/** Of a Service with many endpoints, some are asked: one that answers is enough. */
const MAX_ASKED = 5;

export interface AvailabilityOptions {
  /** What is registered under a name now. */
  readonly find: (
    name: string,
  ) => { readonly apiService: Readonly<ApiService>; readonly backend: Backend } | undefined;
  readonly writes: ServerWrites;
  readonly now: () => Date;
  readonly onDefect: (error: unknown) => void;
}

/** Keeps the condition Available of APIServices that are served elsewhere: asked at once on a change, then now and then. */
export class Availability {
  readonly #options: AvailabilityOptions;
  readonly #work: KeyedWork;
  readonly #failures = new Map<string, number>();

  constructor(options: AvailabilityOptions) {
    this.#options = options;
    const work = (name: string, signal: AbortSignal) => this.#check(name, signal);
    this.#work = new KeyedWork({ work, onError: options.onDefect });
  }

  /** Something that it depends on has changed. */
  check(name: string): void {
    this.#failures.delete(name);
    this.#work.add(name);
  }

  forget(name: string): void {
    this.#failures.delete(name);
    this.#work.forget(name);
  }

  stop(): Promise<void> {
    return this.#work.stop();
  }

  async #check(name: string, signal: AbortSignal): Promise<number | undefined> {
    const found = this.#options.find(name);
    if (found === undefined) return undefined;
    const finding = await examine(found.apiService, found.backend, signal);
    if (signal.aborted) return undefined;
    await this.#report(found.apiService, finding);
    if (finding.status === 'True') {
      this.#failures.delete(name);
      return RECHECK_MS;
    }
    const failures = this.#failures.get(name) ?? 0;
    this.#failures.set(name, failures + 1);
    return Math.min(FIRST_RETRY_MS * 2 ** failures, RECHECK_MS);
  }

  async #report({ metadata, spec }: Readonly<ApiService>, finding: Finding): Promise<void> {
    const { writes, now } = this.#options;
    const { name = '', uid } = metadata;
    const key = { ...API_SERVICE_KIND, namespace: undefined, name, subresource: 'status' };
    await writes.change(key, (draft: KubeObject) => {
      const apiService = draft as ApiService;
      // What was found is about what was asked for then.
      if (apiService.metadata.uid !== uid || !isDeepStrictEqual(apiService.spec, spec)) return;
      setAvailable(apiService, finding, timestamp(now()));
    });
  }
}

async function examine(
  apiService: Readonly<ApiService>,
  backend: Backend,
  signal: AbortSignal,
): Promise<Finding> {
  const { addresses } = backend;
  if ('problem' in addresses) return { status: 'False', ...addresses.problem };
  const asked = addresses.addresses.slice(0, MAX_ASKED);
  try {
    await Promise.any(asked.map((address) => askDiscovery(apiService, backend, { address, signal })));
    return PASSED;
  } catch (error) {
    const [first] = (error as AggregateError).errors as Error[];
    const message = first?.message ?? 'no address was asked';
    return { status: 'False', reason: 'FailedDiscoveryCheck', message };
  }
}

/** Asks for what every server must have: its own discovery. Throws the words of the condition. */
async function askDiscovery(
  { spec }: Readonly<ApiService>,
  backend: Backend,
  { address, signal }: { address: Address; signal: AbortSignal },
): Promise<void> {
  const path = `/apis/${spec.group}/${spec.version}`;
  const url = `${originOf(address)}${path}`;
  let status: number;
  try {
    ({ status } = await askBackend({ backend, address, path, signal }));
  } catch (error) {
    const why = (error as Error).message;
    throw new Error(`failing or missing response from ${url}: Get "${url}": ${why}`, { cause: error });
  }
  if (status >= 200 && status < 300) return;
  throw new Error(`failing or missing response from ${url}: bad status from ${url}: ${status}`);
}

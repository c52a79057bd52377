import { isDeepStrictEqual } from 'node:util';
import type { CertificateAndKey } from '@banyan/kube';
import type { ObjectStore } from '../storage/object-store.ts';
import type { StoreEvent } from '../storage/stored-object.ts';
import { API_SERVICES_TABLE, asApiService, type ApiService, type ApiServiceSpec } from './api-service.ts';
import { availableCondition } from './available-condition.ts';
import { Backend } from './backend.ts';
import { ENDPOINT_SLICES_TABLE, ENDPOINTS_TABLE, SERVICES_TABLE, serviceOfSlice } from './service-address.ts';

/** An APIService that is served elsewhere, as it is now. */
export interface Registered {
  readonly apiService: Readonly<ApiService>;
  readonly backend: Backend;
  readonly isAvailable: boolean;
}

export interface RegisteredBackendsOptions {
  readonly store: ObjectStore;
  readonly frontProxyClient?: CertificateAndKey | undefined;
  /** What it is, or where it is reached, has changed. */
  readonly onChanged: (name: string) => void;
  /** It has become available, or no longer is. */
  readonly onAvailability: (name: string) => void;
  readonly onGone: (name: string) => void;
}

/** Which groups are served elsewhere and by whom, always as the store has it. */
export class RegisteredBackends {
  readonly #options: RegisteredBackendsOptions;
  readonly #registered = new Map<string, Registered>();
  #stopListening: readonly (() => void)[] = [];

  constructor(options: RegisteredBackendsOptions) {
    this.#options = options;
  }

  start(): void {
    const { store } = this.#options;
    const apiServices = store.table(API_SERVICES_TABLE);
    for (const { key, object } of apiServices.scan()) this.#see(key, asApiService(object));
    this.#stopListening = [
      apiServices.listen(({ type, current: { key, object } }) =>
        this.#see(key, type === 'DELETED' ? undefined : asApiService(object)),
      ),
      store.table(SERVICES_TABLE).listen(({ current }) => this.#moved(current.key)),
      store.table(ENDPOINTS_TABLE).listen(({ current }) => this.#moved(current.key)),
      store.table(ENDPOINT_SLICES_TABLE).listen((event) => this.#sliceChanged(event)),
    ];
  }

  stop(): void {
    for (const stop of this.#stopListening) stop();
    for (const { backend } of this.#registered.values()) backend.close();
    this.#registered.clear();
  }

  find(name: string): Registered | undefined {
    return this.#registered.get(name);
  }

  get isEmpty(): boolean {
    return this.#registered.size === 0;
  }

  entries(): Iterable<[string, Registered]> {
    return this.#registered;
  }

  #see(name: string, apiService: Readonly<ApiService> | undefined): void {
    const { store, frontProxyClient, onChanged, onAvailability, onGone } = this.#options;
    const before = this.#registered.get(name);
    // The core group is always served here.
    if (apiService?.spec.service === undefined || (apiService.spec.group ?? '') === '') {
      before?.backend.retire();
      if (this.#registered.delete(name)) onGone(name);
      return;
    }
    const isAvailable = availableCondition(apiService)?.status === 'True';
    const isSame = before !== undefined && isSameBackend(before.apiService.spec, apiService.spec);
    if (!isSame) before?.backend.retire();
    const backend = isSame ? before.backend : new Backend({ store, spec: apiService.spec, frontProxyClient });
    this.#registered.set(name, { apiService, backend, isAvailable });
    if (!isSame) onChanged(name);
    if (before?.isAvailable !== isAvailable) onAvailability(name);
  }

  #sliceChanged({ current, previous }: StoreEvent): void {
    const services = [current, previous].flatMap((slice) => (slice ? [serviceOfSlice(slice.object)] : []));
    for (const service of new Set(services)) this.#moved(service);
  }

  /** `service` is its `namespace/name`. */
  #moved(service: string): void {
    for (const [name, { backend }] of this.#registered) {
      if (`${backend.service.namespace}/${backend.service.name}` !== service) continue;
      backend.moved();
      this.#options.onChanged(name);
    }
  }
}

function isSameBackend(one: ApiServiceSpec, other: ApiServiceSpec): boolean {
  const facts = ({ service, caBundle, insecureSkipTLSVerify }: ApiServiceSpec) => [
    service,
    caBundle,
    insecureSkipTLSVerify,
  ];
  return isDeepStrictEqual(facts(one), facts(other));
}

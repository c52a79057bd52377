import type { CertificateAndKey } from '@banyan/kube';
import type { OpenApiElsewhere } from '../discovery/openapi/openapi-routes.ts';
import type { ResourceCatalogue } from '../registry/resource-catalogue.ts';
import type { ServerWrites } from '../registry/server-writes.ts';
import type { ServedElsewhere } from '../serve-api.ts';
import type { PathHandler } from '../serving/path-routes.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { API_SERVICES_TABLE, apiServiceName } from './api-service.ts';
import { keepAuthenticationConfig, type AuthenticationConfig } from './authentication-config.ts';
import { Availability } from './availability.ts';
import { proxyToBackend, sendUnavailable } from './backend-proxy.ts';
import { BackendDiscovery } from './discovery/backend-discovery.ts';
import { MergedGroups } from './discovery/merged-groups.ts';
import { LocalApiServices } from './local-api-services.ts';
import { RegisteredBackends, type Registered } from './registered-backends.ts';

export interface AggregatorOptions extends AuthenticationConfig {
  readonly store: ObjectStore;
  readonly resources: ResourceCatalogue;
  readonly writes: ServerWrites;
  /** By which this server speaks for its callers; signed by the front proxy's CA. */
  readonly frontProxyClient?: CertificateAndKey | undefined;
  readonly now: () => Date;
  readonly onDefect: (error: unknown) => void;
}

/** Lets other servers answer for groups of their own under this server's address, as APIServices say. */
export class Aggregator implements ServedElsewhere {
  readonly groups: MergedGroups;
  readonly openApi: OpenApiElsewhere;
  readonly #options: AggregatorOptions;
  readonly #local: LocalApiServices;
  readonly #backends: RegisteredBackends;
  readonly #availability: Availability;
  readonly #discovery: BackendDiscovery;

  constructor(options: AggregatorOptions) {
    const { store, resources, frontProxyClient } = options;
    this.#options = options;
    this.#local = new LocalApiServices(options);
    this.#backends = new RegisteredBackends({
      store,
      frontProxyClient,
      onChanged: (name) => {
        this.#availability.check(name);
        this.#discovery.refresh(name);
      },
      onAvailability: (name) => this.#discovery.refresh(name),
      onGone: (name) => {
        this.#availability.forget(name);
        this.#discovery.forget(name);
      },
    });
    const find = (name: string) => this.#backends.find(name);
    this.#availability = new Availability({ ...options, find });
    this.#discovery = new BackendDiscovery({ ...options, find });
    const backendVersion = (name: string) => this.#discovery.find(name);
    const apiServices = store.table(API_SERVICES_TABLE);
    this.groups = new MergedGroups({ resources, apiServices, backendVersion });
    this.openApi = {
      documents: () => this.#documents(),
      handlerOf: (path) => this.#documentHandler(path),
    };
  }

  /** Resolves when all groups of the server itself are registered. Backends are asked from then on. */
  async start(): Promise<void> {
    await keepAuthenticationConfig(this.#options.writes, this.#options);
    await this.#local.start();
    this.#backends.start();
  }

  async stop(): Promise<void> {
    this.#backends.stop();
    await Promise.all([this.#local.stop(), this.#availability.stop(), this.#discovery.stop()]);
  }

  handlerOf(path: string): PathHandler | undefined {
    if (this.#backends.isEmpty || !path.startsWith('/apis/')) return undefined;
    const [, , group = '', version = ''] = path.split('/', 4);
    const found = this.#backends.find(apiServiceName(group, version));
    return found && ((scope) => answer(scope, found));
  }

  #documentHandler(path: string): PathHandler | undefined {
    const [, group = '', version = ''] = path.split('/', 3);
    const isKnown = this.#discovery.find(apiServiceName(group, version))?.openApiHash !== undefined;
    return isKnown ? this.handlerOf(`/${path}`) : undefined;
  }

  *#documents(): Generator<[string, string]> {
    for (const [name, { apiService }] of this.#backends.entries()) {
      const hash = this.#discovery.find(name)?.openApiHash;
      const { group = '', version = '' } = apiService.spec;
      if (hash !== undefined) yield [`apis/${group}/${version}`, hash];
    }
  }
}

function answer(scope: Parameters<PathHandler>[0], { backend, isAvailable }: Registered): Promise<void> {
  return isAvailable ? proxyToBackend(scope, backend) : sendUnavailable(scope);
}

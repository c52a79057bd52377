import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '@banyan/api';
import { timestamp } from '../registry/object-draft.ts';
import type { ResourceCatalogue } from '../registry/resource-catalogue.ts';
import type { ServerWrites } from '../registry/server-writes.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import {
  API_SERVICE_GROUP,
  API_SERVICES_TABLE,
  apiServiceName,
  asApiService,
  type ApiService,
  type ApiServiceSpec,
} from './api-service.ts';
import { availableCondition, LOCAL, setAvailable } from './available-condition.ts';
import { builtInSpec, customSpec } from './api-service-priorities.ts';
import { KeyedWork } from './keyed-work.ts';

/** Says that the server keeps an APIService: always, or as it is when it starts. */
const MANAGED_LABEL = 'kube-aggregator.kubernetes.io/automanaged';
const DEFINITIONS_TABLE = 'customresourcedefinitions.apiextensions.k8s.io';

export const API_SERVICE_KIND = { apiVersion: `${API_SERVICE_GROUP}/v1`, kind: 'APIService' } as const;

export interface LocalApiServicesOptions {
  readonly store: ObjectStore;
  readonly resources: ResourceCatalogue;
  readonly writes: ServerWrites;
  readonly now: () => Date;
  readonly onDefect: (error: unknown) => void;
}

/** Keeps an APIService for every group's version that is served here. Those that a user took over stay his. */
export class LocalApiServices {
  readonly #options: LocalApiServicesOptions;
  readonly #work: KeyedWork;
  #stopListening: readonly (() => void)[] = [];

  constructor(options: LocalApiServicesOptions) {
    this.#options = options;
    this.#work = new KeyedWork({
      work: async (name) => {
        if (this.#isCustom(name)) await this.#keepCustom(name);
        await this.#keepCondition(name);
        return undefined;
      },
      onError: options.onDefect,
    });
  }

  /** Resolves when all that there is now are as they should be. */
  async start(): Promise<void> {
    const { store } = this.#options;
    const definitions = store.table(DEFINITIONS_TABLE);
    const apiServices = store.table(API_SERVICES_TABLE);
    this.#stopListening = [
      definitions.listen(({ current, previous }) => {
        for (const name of [...namesOf(current.object), ...namesOf(previous?.object)]) this.#work.add(name);
      }),
      apiServices.listen(({ current: { key, object }, previous }) => {
        const isCustom = [object, previous?.object].some((one) => managementOf(one) === 'true');
        if (isCustom || lacksCondition(object)) this.#work.add(key);
      }),
    ];
    const builtIn = this.#builtIn();
    const names = new Set([...apiServices.scan()].map(({ key }) => key));
    for (const { object } of definitions.scan()) for (const name of namesOf(object)) names.add(name);
    for (const name of builtIn.keys()) names.add(name);
    await Promise.all(
      [...names].map((name) => {
        const spec = builtIn.get(name);
        const isOnStart = spec !== undefined || this.#managementOf(name) === 'onstart';
        return isOnStart ? this.#keep(name, spec, 'onstart') : this.#keepCustom(name);
      }),
    );
  }

  async stop(): Promise<void> {
    for (const stop of this.#stopListening) stop();
    await this.#work.stop();
  }

  #builtIn(): Map<string, ApiServiceSpec> {
    const specs = new Map<string, ApiServiceSpec>();
    for (const { group, version, custom } of this.#options.resources.all()) {
      if (custom !== undefined || group === API_SERVICE_GROUP) continue;
      const spec = builtInSpec(group, version);
      if (spec !== undefined) specs.set(apiServiceName(group, version), spec);
    }
    return specs;
  }

  async #keepCustom(name: string): Promise<void> {
    for (const { object } of this.#options.store.table(DEFINITIONS_TABLE).scan()) {
      if (!namesOf(object).includes(name)) continue;
      const at = name.indexOf('.');
      return this.#keep(name, customSpec(name.slice(at + 1), name.slice(0, at)), 'true');
    }
    return this.#keep(name, undefined, 'true');
  }

  /** `spec` undefined: there should be none. */
  async #keep(name: string, spec: ApiServiceSpec | undefined, managed: 'true' | 'onstart'): Promise<void> {
    const { writes, store } = this.#options;
    const current = store.table(API_SERVICES_TABLE).get(name)?.object;
    if (current === undefined) {
      if (spec === undefined) return;
      const metadata = { name, labels: { [MANAGED_LABEL]: managed } };
      return writes.ensure({ ...API_SERVICE_KIND, metadata, spec: { ...spec } });
    }
    if (managementOf(current) !== managed) return;
    const key = { ...API_SERVICE_KIND, namespace: undefined, name };
    if (spec === undefined) return writes.remove(key);
    if (isDeepStrictEqual(asApiService(current).spec, spec)) return;
    await writes.change(key, (draft) => Object.assign(draft, { spec: { ...spec } }));
  }

  #isCustom(name: string): boolean {
    const management = this.#managementOf(name);
    return management === 'true' || management === undefined;
  }

  /** One that was served elsewhere before says so until now. */
  async #keepCondition(name: string): Promise<void> {
    const { writes, store, now } = this.#options;
    const current = store.table(API_SERVICES_TABLE).get(name)?.object;
    if (current === undefined || !lacksCondition(current)) return;
    const key = { ...API_SERVICE_KIND, namespace: undefined, name, subresource: 'status' };
    await writes.change(key, (draft) => {
      if (lacksCondition(draft)) setAvailable(draft as ApiService, LOCAL, timestamp(now()));
    });
  }

  #managementOf(name: string): string | undefined {
    return managementOf(this.#options.store.table(API_SERVICES_TABLE).get(name)?.object);
  }
}

/** Of those that are served here. */
function lacksCondition(object: Readonly<KubeObject>): boolean {
  const apiService = asApiService(object);
  return apiService.spec.service === undefined && availableCondition(apiService)?.reason !== LOCAL.reason;
}

function managementOf(object: Readonly<KubeObject> | undefined): string | undefined {
  return object?.metadata.labels?.[MANAGED_LABEL];
}

interface Definition {
  readonly spec?: {
    readonly group?: string;
    readonly versions?: readonly { readonly name?: string; readonly served?: boolean }[];
  };
}

/** The APIServices that a CustomResourceDefinition asks for. */
function namesOf(definition: Readonly<KubeObject> | undefined): string[] {
  const { group = '', versions = [] } = (definition as Definition | undefined)?.spec ?? {};
  return versions.filter(({ served }) => served === true).map(({ name = '' }) => apiServiceName(group, name));
}

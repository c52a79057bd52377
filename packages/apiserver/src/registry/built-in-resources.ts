import {
  formatApiVersion,
  kubernetesResources,
  kubernetesSchema,
  type KubeObject,
  type KubernetesResource,
} from '@banyan/api';
import type { Schema } from '@banyan/patch';
import { qualified } from '../errors/api-error.ts';
import { builtInStrategies, type BuiltInStrategies } from '../kinds/built-in-strategies.ts';
import type { KindEnvironment } from '../kinds/kind-environment.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { GENERIC_COLUMNS } from './generic-columns.ts';
import { namespaceFinalizeStrategy, namespaceStrategy } from './namespace-lifecycle.ts';
import type { ResourceStrategy, ServedResource, ServedSubresource, Verb } from './served-resource.ts';
import { StoreStorage } from './store-storage.ts';

/** Objects of these groups change what the server serves: who does that serves them. */
const SERVED_ELSEWHERE = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

/** All built-in resources, in every version that is served. */
export function builtInResources(store: ObjectStore, environment: KindEnvironment): ServedResource[] {
  const strategiesOf = builtInStrategies(environment);
  return kubernetesResources()
    .filter(({ group }) => !SERVED_ELSEWHERE.has(group))
    .map((resource) => servedResource(resource, store, strategiesOf(resource)));
}

function servedResource(
  resource: KubernetesResource,
  store: ObjectStore,
  strategies: BuiltInStrategies,
): ServedResource {
  const { group, version, kind } = resource;
  const isNamespace = group === '' && kind === 'Namespace';
  const strategy = isNamespace ? namespaceStrategy(strategies.main) : strategies.main;
  const apiVersion = formatApiVersion(resource);
  return {
    group,
    version,
    resource: resource.resource,
    kind,
    listKind: `${kind}List`,
    singular: resource.singular,
    shortNames: resource.shortNames ?? [],
    categories: resource.categories ?? [],
    namespaced: resource.namespaced,
    verbs: resource.verbs as readonly Verb[],
    schema: kubernetesSchema(resource) as Schema | undefined,
    storage: new StoreStorage(store, qualified(resource)),
    strategy,
    columns: GENERIC_COLUMNS,
    subresources: subresourcesOf(resource, { ...strategies, main: strategy }),
    ...deprecationOf(resource),
    fromStorage: (object) => (object.apiVersion === apiVersion ? object : { ...object, apiVersion }),
    toStorage: (object) => object,
  };
}

/** Versions that are on their way out say so on every answer. */
const DEPRECATIONS: Readonly<Record<string, string>> = {
  'v1 ComponentStatus': 'v1 ComponentStatus is deprecated in v1.19+',
  'v1 Endpoints': 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
};

function deprecationOf(resource: KubernetesResource): { deprecationWarning?: string } {
  const deprecationWarning = DEPRECATIONS[`${formatApiVersion(resource)} ${resource.kind}`];
  return deprecationWarning === undefined ? {} : { deprecationWarning };
}

function subresourcesOf(
  { group, version, kind, subresources = [] }: KubernetesResource,
  strategies: BuiltInStrategies,
): ReadonlyMap<string, ServedSubresource> {
  const served = subresources.map((one): [string, ServedSubresource] => {
    const strategy = strategyOf(kind, one.subresource, strategies);
    return [
      one.subresource,
      {
        name: one.subresource,
        group: one.kindGroup ?? group,
        version: one.kindVersion ?? version,
        kind: one.kind ?? kind,
        verbs: one.verbs as readonly Verb[],
        ...(strategy && { strategy }),
      },
    ];
  });
  return new Map(served);
}

function strategyOf(
  kind: string,
  subresource: string,
  { main, status }: BuiltInStrategies,
): ResourceStrategy | undefined {
  if (subresource === 'status') return status;
  return kind === 'Namespace' && subresource === 'finalize' ? namespaceFinalizeStrategy(main) : undefined;
}

/** What kinds may ask of the cluster that this store is. */
export function storeEnvironment(store: ObjectStore, nameSuffix: () => string): KindEnvironment {
  return {
    find: (of, { namespace, name }) =>
      store.table(qualified(of)).get(namespace === undefined ? name : `${namespace}/${name}`)?.object,
    *list(of, namespace): Generator<Readonly<KubeObject>> {
      const prefix = namespace === undefined ? '' : `${namespace}/`;
      for (const { object } of store.table(qualified(of)).scan(prefix)) yield object;
    },
    nameSuffix,
  };
}

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
import type { KindEnvironment, ObjectChanges } from '../kinds/kind-environment.ts';
import type { ServiceRangeOptions } from '../kinds/network/service-ranges.ts';
import { builtInScale } from '../subresources/scale/built-in-scale.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { ObjectTable } from '../storage/object-table.ts';
import { StorageError } from '../storage/storage-error.ts';
import { builtInColumns } from '../tables/built-in-columns.ts';
import { podRowConditions } from '../tables/pod-columns.ts';
import { namespaceStrategy } from './namespace-lifecycle.ts';
import { ordered } from './object-draft.ts';
import type { ResourceStrategy, ServedResource, ServedSubresource, Verb } from './served-resource.ts';
import { StoreStorage } from './store-storage.ts';
import { withConversions } from './version-conversion.ts';

/** All built-in resources, in every version that is served. */
export function builtInResources(store: ObjectStore, environment: KindEnvironment): ServedResource[] {
  const strategiesOf = builtInStrategies(environment);
  const kept = kubernetesResources().map((resource) => {
    const strategies = strategiesOf(resource);
    return {
      resource: servedResource(resource, store, strategies),
      place: storedAs(resource, strategies),
      isConverted: strategies.stored !== undefined,
    };
  });
  return withConversions(kept);
}

function servedResource(
  resource: KubernetesResource,
  store: ObjectStore,
  strategies: BuiltInStrategies,
): ServedResource {
  const { group, version, kind } = resource;
  const { stored } = strategies;
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
    storage: new StoreStorage(store, storedAs(resource, strategies)),
    strategy,
    columns: builtInColumns(resource),
    ...(group === '' && kind === 'Pod' && { rowConditions: podRowConditions }),
    subresources: subresourcesOf(resource, { ...strategies, main: strategy }),
    ...deprecationOf(resource),
    fromStorage:
      stored?.fromStorage ??
      ((object) => (object.apiVersion === apiVersion ? object : { ...object, apiVersion })),
    ...(stored?.of && { internalGroup: stored.of.group }),
    toStorage: stored === undefined ? (object) => object : (object) => ordered(stored.toStorage(object)),
  };
}

/** Under which name its objects are kept. */
function storedAs(resource: KubernetesResource, { stored }: BuiltInStrategies): string {
  return qualified(stored?.of ?? resource);
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
        ...(one.subresource === 'scale' && { scale: builtInScale(group === '' ? '' : 'apps') }),
      },
    ];
  });
  return new Map(served);
}

function strategyOf(
  kind: string,
  subresource: string,
  { status, subresources }: BuiltInStrategies,
): ResourceStrategy | undefined {
  const strategy = subresource === 'status' ? status : subresources.get(subresource);
  return kind === 'Namespace' && strategy !== undefined ? namespaceStrategy(strategy) : strategy;
}

/** What kinds may ask of the cluster that this store is. */
export function storeEnvironment(
  store: ObjectStore,
  nameSuffix: () => string,
  serviceRanges: ServiceRangeOptions = {},
): KindEnvironment {
  return {
    find: (of, { namespace, name }) =>
      store.table(qualified(of)).get(namespace === undefined ? name : `${namespace}/${name}`)?.object,
    *list(of, namespace): Generator<Readonly<KubeObject>> {
      const prefix = namespace === undefined ? '' : `${namespace}/`;
      for (const { object } of store.table(qualified(of)).scan(prefix)) yield object;
    },
    changesSince: (of, mark) => ({
      mark: store.revision,
      events: mark === undefined ? undefined : changesOf(store.table(qualified(of)), mark),
    }),
    nameSuffix,
    serviceRanges,
  };
}

/** Undefined: they are not remembered. */
function changesOf(table: ObjectTable, mark: number): ObjectChanges['events'] {
  try {
    return table.eventsAfter(mark).map(({ type, current, previous }) => ({
      before: previous?.object,
      now: type === 'DELETED' ? undefined : current.object,
    }));
  } catch (error) {
    if (error instanceof StorageError && error.code === 'Compacted') return undefined;
    throw error;
  }
}

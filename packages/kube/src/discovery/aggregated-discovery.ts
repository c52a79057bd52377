import type { ApiGroup, ApiGroupVersion, ApiResource, ApiSubresource } from './api-resource.ts';

/** apidiscovery.k8s.io, v2 and v2beta1: all groups in one document. Every list may be absent. */
export interface ApiGroupDiscoveryList {
  readonly kind: 'APIGroupDiscoveryList';
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions?: readonly VersionDiscovery[];
  }[];
}

interface VersionDiscovery {
  readonly version: string;
  readonly resources?: readonly ResourceDiscovery[];
  readonly freshness?: 'Current' | 'Stale';
}

interface ResourceDiscovery {
  readonly resource: string;
  readonly responseKind?: KindDiscovery;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly singularResource?: string;
  readonly verbs?: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly {
    readonly subresource: string;
    readonly responseKind?: KindDiscovery;
    readonly verbs?: readonly string[];
  }[];
}

/** Group and version are empty where they are the resource's own. */
interface KindDiscovery {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
}

export function groupsOfAggregated(list: ApiGroupDiscoveryList): ApiGroup[] {
  return (list.items ?? []).map((item) => {
    const group = item.metadata?.name ?? '';
    return { name: group, versions: (item.versions ?? []).map((version) => versionOf(group, version)) };
  });
}

function versionOf(group: string, discovered: VersionDiscovery): ApiGroupVersion {
  const { version, resources = [], freshness } = discovered;
  return {
    version,
    // A resource without a kind exists only for its subresources.
    resources: resources
      .filter(({ responseKind }) => responseKind?.kind !== undefined && responseKind.kind !== '')
      .map((resource) => resourceOf(group, version, resource)),
    stale: freshness === 'Stale',
  };
}

function resourceOf(group: string, version: string, discovered: ResourceDiscovery): ApiResource {
  const kind = discovered.responseKind?.kind ?? '';
  return {
    group,
    version,
    resource: discovered.resource,
    singular: discovered.singularResource || kind.toLowerCase(),
    kind,
    namespaced: discovered.scope === 'Namespaced',
    verbs: discovered.verbs ?? [],
    shortNames: discovered.shortNames ?? [],
    categories: discovered.categories ?? [],
    subresources: (discovered.subresources ?? []).map(
      ({ subresource, responseKind = {}, verbs = [] }): ApiSubresource => ({
        name: subresource,
        kind: {
          // A version that is given without a group belongs to the core group.
          group: responseKind.version ? (responseKind.group ?? '') : group,
          version: responseKind.version || version,
          kind: responseKind.kind ?? '',
        },
        verbs,
      }),
    ),
  };
}

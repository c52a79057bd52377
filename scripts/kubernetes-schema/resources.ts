/** One group of the API server's aggregated discovery. */
export interface DiscoveryGroup {
  readonly metadata: { readonly name?: string };
  readonly versions: readonly {
    readonly version: string;
    readonly resources: readonly DiscoveryResource[];
  }[];
}

interface DiscoveryKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

interface DiscoveryResource {
  readonly resource: string;
  readonly responseKind: DiscoveryKind;
  readonly scope: 'Cluster' | 'Namespaced';
  readonly singularResource: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly {
    readonly subresource: string;
    readonly responseKind?: DiscoveryKind;
    readonly verbs: readonly string[];
  }[];
}

/** The older discovery of one group version: it alone has the storage version hashes. */
export interface ResourceList {
  readonly resources: readonly { readonly name: string; readonly storageVersionHash?: string }[];
}

export interface StoredResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly [fact: string]: unknown;
}

/** The resources of a group, versions in the order in which the API server prefers them. */
export function storedResources(
  group: DiscoveryGroup,
  lists: ReadonlyMap<string, ResourceList>,
): StoredResource[] {
  const name = group.metadata.name ?? '';
  return group.versions.flatMap(({ version, resources }) =>
    resources.map((resource) =>
      storedResource({ group: name, version }, resource, lists.get(`${name}/${version}`)),
    ),
  );
}

function storedResource(
  { group, version }: { group: string; version: string },
  found: DiscoveryResource,
  list: ResourceList | undefined,
): StoredResource {
  const { resource, responseKind, scope, singularResource, verbs, shortNames, categories, subresources } =
    found;
  const storageVersionHash = list?.resources.find(({ name }) => name === resource)?.storageVersionHash;
  return {
    group,
    version,
    resource,
    ...storedKind(responseKind),
    singular: singularResource,
    namespaced: scope === 'Namespaced',
    verbs,
    ...(shortNames && { shortNames }),
    ...(categories && { categories }),
    ...(storageVersionHash !== undefined && { storageVersionHash }),
    ...(subresources && {
      subresources: subresources.map(({ subresource, responseKind: kind, verbs: subVerbs }) => ({
        subresource,
        ...(kind && storedKind(kind)),
        verbs: subVerbs,
      })),
    }),
  };
}

/** The group version of a kind is written down only where it is not that of its resource. */
function storedKind({ group, version, kind }: DiscoveryKind): Record<string, string> {
  return version === '' ? { kind } : { kind, kindGroup: group, kindVersion: version };
}

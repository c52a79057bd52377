import type { GroupVersion } from '@banyan/api';
import { groupVersionPath } from '../client/request-path.ts';
import { isNotFound } from '../errors/error-predicates.ts';
import type { ApiGroup, ApiGroupVersion, ApiResource } from './api-resource.ts';

/** What servers older than 1.27, and many aggregated ones, answer with. */
export interface ApiVersions {
  readonly kind: 'APIVersions';
  readonly versions?: readonly string[];
}

export interface ApiGroupList {
  readonly kind: 'APIGroupList';
  readonly groups?: readonly {
    readonly name: string;
    readonly versions?: readonly { readonly version: string }[];
    readonly preferredVersion?: { readonly version: string };
  }[];
}

interface ApiResourceList {
  readonly resources?: readonly {
    readonly name: string;
    readonly singularName?: string;
    readonly namespaced?: boolean;
    readonly group?: string;
    readonly version?: string;
    readonly kind: string;
    readonly verbs?: readonly string[];
    readonly shortNames?: readonly string[];
    readonly categories?: readonly string[];
  }[];
}

/** GETs one document; throws a KubeError. */
export type FetchDocument = (path: string) => Promise<unknown>;

/** Documents at once: enough to hide the latency of a far cluster, few enough for its fairness queues. */
const DOCUMENTS_AT_ONCE = 8;

/** One request for each version of each group. A version that cannot be read is stale, and the rest goes on. */
export async function groupsOfLegacy(
  root: ApiVersions | ApiGroupList,
  fetch: FetchDocument,
): Promise<ApiGroup[]> {
  const names = versionNames(root);
  const wanted = names.flatMap(({ group, versions }) => versions.map((version) => ({ group, version })));
  const read = new Map<GroupVersion, ApiGroupVersion | undefined>();
  const queue = wanted.values();
  const worker = async (): Promise<void> => {
    for (const groupVersion of queue) read.set(groupVersion, await readVersion(groupVersion, fetch));
  };
  await Promise.all(Array.from({ length: DOCUMENTS_AT_ONCE }, worker));
  return names.map(({ group }) => ({
    name: group,
    versions: wanted
      .filter((groupVersion) => groupVersion.group === group)
      .map((groupVersion) => read.get(groupVersion))
      .filter((version) => version !== undefined),
  }));
}

function versionNames(root: ApiVersions | ApiGroupList): { group: string; versions: string[] }[] {
  if (root.kind === 'APIVersions') return [{ group: '', versions: [...(root.versions ?? [])] }];
  return (root.groups ?? []).map(({ name, versions = [], preferredVersion }) => {
    const preferred = preferredVersion === undefined ? [] : [preferredVersion.version];
    return { group: name, versions: [...new Set([...preferred, ...versions.map(({ version }) => version)])] };
  });
}

/** Undefined for a version that went between the two requests. */
async function readVersion(
  { group, version }: GroupVersion,
  fetch: FetchDocument,
): Promise<ApiGroupVersion | undefined> {
  try {
    const list = (await fetch(groupVersionPath({ group, version }))) as ApiResourceList;
    return { version, resources: resourcesOf({ group, version }, list), stale: false };
  } catch (error) {
    return isNotFound(error) ? undefined : { version, resources: [], stale: true };
  }
}

function resourcesOf({ group, version }: GroupVersion, { resources = [] }: ApiResourceList): ApiResource[] {
  const mains = resources.filter(({ name }) => !name.includes('/'));
  return mains.map((main) => ({
    group,
    version,
    resource: main.name,
    singular: main.singularName || main.kind.toLowerCase(),
    kind: main.kind,
    namespaced: main.namespaced ?? false,
    verbs: main.verbs ?? [],
    shortNames: main.shortNames ?? [],
    categories: main.categories ?? [],
    subresources: resources
      .filter(({ name }) => name.startsWith(`${main.name}/`))
      .map((sub) => ({
        name: sub.name.slice(main.name.length + 1),
        kind: {
          group: sub.version ? (sub.group ?? '') : group,
          version: sub.version || version,
          kind: sub.kind,
        },
        verbs: sub.verbs ?? [],
      })),
  }));
}

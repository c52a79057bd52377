import { formatApiVersion, kubernetesResources, type GroupVersionResource } from '@banyan/api';
import type { ServedResource, ServedSubresource } from '../registry/served-resource.ts';
import type { ApiGroup, ApiGroupVersion } from './api-groups.ts';
import type { NamedGroup } from './group-directory.ts';

/** `/api`: the versions of the core group, and where it is reached from anywhere. */
export function apiVersionsDocument(core: ApiGroup | undefined, serverAddress: string): object {
  return {
    kind: 'APIVersions',
    versions: (core?.versions ?? []).map(({ version }) => version),
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
  };
}

/** `/apis`: every group but the core one, which has no name. */
export function groupListDocument(groups: readonly NamedGroup[]): object {
  return {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: groups.filter(({ name }) => name !== '').map((group) => groupFacts(group)),
  };
}

/** `/apis/GROUP`. */
export function groupDocument(group: NamedGroup): object {
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupFacts(group) };
}

/** `/api/v1` and `/apis/GROUP/VERSION`. The core group's does not say its own version: it is older than that. */
export function resourceListDocument(group: string, { version, resources }: ApiGroupVersion): object {
  return {
    kind: 'APIResourceList',
    ...(group !== '' && { apiVersion: 'v1' }),
    groupVersion: formatApiVersion({ group, version }),
    resources: resources.flatMap((resource) => [
      resourceFacts(resource),
      ...[...resource.subresources.values()].map((subresource) => subresourceFacts(resource, subresource)),
    ]),
  };
}

function groupFacts({ name, versions }: NamedGroup): object {
  const named = versions.map((version) => ({
    groupVersion: formatApiVersion({ group: name, version }),
    version,
  }));
  return { name, versions: named, preferredVersion: named[0] };
}

function resourceFacts(served: ServedResource): object {
  const { resource, singular, namespaced, kind, shortNames, categories, custom } = served;
  const storageVersionHash = custom === undefined ? storageVersionHashOf(served) : custom.storageVersionHash;
  return {
    name: resource,
    singularName: singular,
    namespaced,
    kind,
    verbs: custom?.shownVerbs ?? served.verbs,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
    ...(storageVersionHash !== undefined && { storageVersionHash }),
  };
}

function subresourceFacts(parent: ServedResource, subresource: ServedSubresource): object {
  const { name, group, version, kind, verbs } = subresource;
  const isElsewhere = group !== parent.group || version !== parent.version;
  return {
    name: `${parent.resource}/${name}`,
    singularName: '',
    namespaced: parent.namespaced,
    ...(isElsewhere && { group, version }),
    kind,
    verbs,
  };
}

function storageVersionHashOf({ group, version, resource }: GroupVersionResource): string | undefined {
  return kubernetesResources().find(
    (one) => one.resource === resource && one.group === group && one.version === version,
  )?.storageVersionHash;
}

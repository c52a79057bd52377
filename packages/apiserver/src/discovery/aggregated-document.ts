import type { GroupVersionKind } from '@banyan/api';
import type { ServedResource, ServedSubresource } from '../registry/served-resource.ts';
import type { ApiGroup, ApiGroupVersion } from './api-groups.ts';

/** Every group with everything in it: one document in place of many. */
export function aggregatedDocument(items: readonly object[]): object {
  return { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items };
}

/** One group's entry in that document. */
export function aggregatedGroup({ name, versions }: ApiGroup): object {
  return {
    metadata: name === '' ? {} : { name },
    versions: versions.map((version) => aggregatedVersion(version)),
  };
}

/** One version's entry in its group's. */
export function aggregatedVersion({ version, resources }: ApiGroupVersion): object {
  return {
    version,
    resources: resources.map((resource) => resourceFacts(resource)),
    freshness: 'Current',
  };
}

function resourceFacts(served: ServedResource): object {
  const { resource, namespaced, singular, shortNames, categories, custom } = served;
  const subresources = [...served.subresources.values()];
  return {
    resource,
    responseKind: responseKind(served, served),
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs: custom?.shownVerbs ?? served.verbs,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
    ...(subresources.length > 0 && {
      subresources: subresources.map((subresource) => subresourceFacts(served, subresource)),
    }),
  };
}

function subresourceFacts(parent: ServedResource, subresource: ServedSubresource): object {
  const { name, verbs } = subresource;
  return { subresource: name, responseKind: responseKind(parent, subresource), verbs };
}

/** Built-in resources leave out the group and version of the place that they are in; custom ones repeat it. */
function responseKind(parent: ServedResource, { group, version, kind }: GroupVersionKind): GroupVersionKind {
  const isHere = group === parent.group && version === parent.version;
  return isHere && parent.custom === undefined ? { group: '', version: '', kind } : { group, version, kind };
}

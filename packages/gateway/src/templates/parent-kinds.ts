import { kubernetesResources } from '@banyan/api';
import type { ApiGroup, ApiResource } from '@banyan/kube';

/** A resource of the parent that is no CustomResourceDefinition's. */
export interface ParentResource {
  readonly group: string;
  readonly resource: string;
  /** The preferred one first. */
  readonly versions: readonly ApiResource[];
}

/** Of what is there to be kept; reviews and bindings are not. */
const NEEDED_VERBS = ['create', 'get', 'list'];
/** What the hub itself is run by: intents, members, works. */
const HUB_GROUP = /(?:^|\.)(?:clusternet\.io|banyan\.dev)$/;
/** Numbers that someone measures, and templates themselves. */
const LEFT_OUT_GROUPS = ['shadow', 'metrics.k8s.io', 'custom.metrics.k8s.io', 'external.metrics.k8s.io'];
/** Where aggregated servers are; and the same Events a second time. */
const LEFT_OUT = ['apiservices.apiregistration.k8s.io', 'events.events.k8s.io'];

/** Whether this is a group of the hub's own kinds, which are no templates. */
export function isHubGroup(group: string): boolean {
  return HUB_GROUP.test(group);
}

/** Whether objects of this resource may be templates. */
export function mayBeTemplates({ group, resource }: { group: string; resource: string }): boolean {
  return !isHubGroup(group) && !LEFT_OUT_GROUPS.includes(group) && !LEFT_OUT.includes(`${resource}.${group}`);
}

/**
 * What the parent itself and the servers behind it have, in its order of preference. `aggregated` are the groups of the
 * latter: what other groups are there are of definitions, of which the definitions themselves tell earlier.
 */
export function parentResources(
  groups: readonly ApiGroup[],
  aggregated: ReadonlySet<string>,
): ParentResource[] {
  const builtIn = new Set(kubernetesResources().map(({ group }) => group));
  return groups
    .filter(({ name }) => builtIn.has(name) || aggregated.has(name))
    .flatMap(({ name, versions }) => {
      const all = versions.flatMap(({ resources }) => resources).filter((one) => isKept(one));
      return [...Map.groupBy(all, ({ resource }) => resource)].map(([resource, served]) => ({
        group: name,
        resource,
        versions: served,
      }));
    })
    .filter((one) => mayBeTemplates(one));
}

function isKept({ verbs }: ApiResource): boolean {
  return NEEDED_VERBS.every((verb) => verbs.includes(verb));
}

/**
 * How each is called in the shadow group, which has one name for all groups: the first with a plural has it, the others
 * are `plural.group`. In the order of preference.
 */
export function shadowNames(resources: readonly { readonly group: string; readonly resource: string }[]): {
  readonly names: readonly string[];
  readonly shared: ReadonlySet<string>;
} {
  const taken = new Set<string>();
  const shared = new Set<string>();
  const names = resources.map(({ group, resource }) => {
    if (!taken.has(resource)) {
      taken.add(resource);
      return resource;
    }
    shared.add(resource);
    return `${resource}.${group}`;
  });
  return { names, shared };
}

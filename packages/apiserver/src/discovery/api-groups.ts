import { kubernetesResources } from '@banyan/api';
import type { ServedResource } from '../registry/served-resource.ts';
import { compareVersions } from './version-priority.ts';

/** A group as discovery shows it. */
export interface ApiGroup {
  /** Empty: the core group. */
  readonly name: string;
  /** The preferred one first; there is at least one. */
  readonly versions: readonly ApiGroupVersion[];
}

export interface ApiGroupVersion {
  readonly version: string;
  /** By name. */
  readonly resources: readonly ServedResource[];
}

/** What is served, by group and version: built-in groups in the order of the real server, then the others by name. */
export function apiGroups(resources: readonly ServedResource[]): ApiGroup[] {
  const byGroup = Map.groupBy(resources, ({ group }) => group);
  const known = [...new Set(kubernetesResources().map(({ group }) => group))];
  const others = [...byGroup.keys()].filter((group) => !known.includes(group)).toSorted();
  return [...known, ...others].flatMap((name) => {
    const served = byGroup.get(name);
    return served === undefined ? [] : [{ name, versions: versionsOf(served) }];
  });
}

function versionsOf(resources: readonly ServedResource[]): ApiGroupVersion[] {
  return [...Map.groupBy(resources, ({ version }) => version)]
    .map(([version, served]) => ({ version, resources: served.toSorted(byName) }))
    .toSorted((one, other) => compareVersions(one.version, other.version));
}

function byName({ resource: one }: ServedResource, { resource: other }: ServedResource): number {
  return one < other ? -1 : Number(one > other);
}

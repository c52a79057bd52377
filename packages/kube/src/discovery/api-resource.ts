import type { GroupVersionKind, GroupVersionResource } from '@banyan/api';

/** One resource that a cluster serves, in one version. Shared: not to be changed. */
export interface ApiResource extends GroupVersionResource {
  /** Lower case, one of them. */
  readonly singular: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly ApiSubresource[];
}

export interface ApiSubresource {
  /** `scale`. */
  readonly name: string;
  /** What it answers with; not always a kind of the resource's own group (autoscaling/v1 Scale). */
  readonly kind: GroupVersionKind;
  readonly verbs: readonly string[];
}

export interface ApiGroup {
  /** Empty for the core group. */
  readonly name: string;
  /** The preferred one first. */
  readonly versions: readonly ApiGroupVersion[];
}

export interface ApiGroupVersion {
  readonly version: string;
  readonly resources: readonly ApiResource[];
  /** The server behind this version did not answer: what is here was true once, or is nothing. */
  readonly stale: boolean;
}

/** `deployments.v1.apps`, `pods.v1.` (the core group's name is empty): what people and RestMapper.resolve understand. */
export function qualifiedName({ group, version, resource }: GroupVersionResource): string {
  return `${resource}.${version}.${group}`;
}

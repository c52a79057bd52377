import type { GroupVersionKind } from '../group-version.ts';
import stored from '../../generated/kubernetes/resources.json' with { type: 'json' };

/** A resource of a built-in group version, as a real kube-apiserver's discovery has it. */
export interface KubernetesResource extends GroupVersionKind {
  /** Plural, as in URLs. */
  readonly resource: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** In the older discovery documents; clients use it to see that the storage version changed. */
  readonly storageVersionHash?: string;
  readonly subresources?: readonly KubernetesSubresource[];
}

export interface KubernetesSubresource {
  readonly subresource: string;
  readonly kind?: string;
  /** Where the kind belongs, if not to the resource's own group version: `pods/eviction` takes a policy/v1. */
  readonly kindGroup?: string;
  readonly kindVersion?: string;
  readonly verbs: readonly string[];
}

/** The version of the kube-apiserver that the facts come from, `v1.36.3`. */
export function kubernetesVersion(): string {
  return stored.kubernetesVersion;
}

/**
 * All built-in resources, in the order of discovery: the core group, then the others by priority, each with its
 * preferred version first. One array for all callers: not to be changed.
 */
export function kubernetesResources(): readonly KubernetesResource[] {
  return stored.resources;
}

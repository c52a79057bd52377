import type { Affinity, ResourceRequirements, Toleration } from '@banyan/api/objects';

/** A template that has replicas. */
export interface Workload {
  /** How the dialect names the template. */
  readonly key: string;
  readonly replicas: number;
}

/** What one replica needs of a cluster. */
export interface ReplicaNeeds {
  readonly nodeSelector?: Record<string, string>;
  readonly tolerations?: Toleration[];
  readonly affinity?: Affinity;
  readonly resources?: ResourceRequirements;
}

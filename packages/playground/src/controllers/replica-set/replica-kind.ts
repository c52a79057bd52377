import type { KubeObject, LabelSelector } from '@banyan/api';
import type { Pod, PodTemplate, ReplicaStatus } from '@banyan/api/objects';
import type { ClusterObjects } from '../../cluster/cluster-objects.ts';
import type { Resource } from '../../cluster/resources.ts';

/** What asks for a number of pods that are all alike. */
export interface ReplicaOwner extends KubeObject {
  spec: { replicas?: number; minReadySeconds?: number; template?: PodTemplate };
  status?: ReplicaStatus & { fullyLabeledReplicas?: number };
}

/** One kind of such owners. */
export interface ReplicaKind<T extends ReplicaOwner> {
  /** Of the reconciler. */
  readonly name: string;
  readonly of: Resource<T>;
  /** Who its events are from. */
  readonly component: string;
  selectorOf(owner: Readonly<T>): LabelSelector;
  /** All active pods that do the same work, its own among them. */
  relatedPods(objects: ClusterObjects, owner: Readonly<T>): Readonly<Pod>[];
  /** Whether its status says how many pods are on their way out. */
  readonly countsTerminating: boolean;
}

import type { KubeObject } from '../kube-object.ts';
import type { Affinity, ResourceRequirements, Toleration } from '../objects/pod.ts';

/** Names one template. Exact: a feed without a namespace means a cluster-scoped object. */
export interface Feed {
  apiVersion: string;
  kind: string;
  name: string;
  namespace?: string;
}

/** A template: an object that is kept in the hub and never runs there. */
export interface Manifest extends KubeObject {
  template: KubeObject;
}

/** How many replicas the templates of a Dividing Subscription want, and what one of them needs. Named as it. */
export interface FeedInventory extends KubeObject {
  spec: { feeds: FeedOrder[] };
}

export interface FeedOrder extends Feed {
  desiredReplicas?: number;
  replicaRequirements?: ReplicaRequirements;
  /** JSON pointer to the replicas, `/spec/replicas`. */
  replicaJsonPath?: string;
}

export interface ReplicaRequirements {
  nodeSelector?: Record<string, string>;
  tolerations?: Toleration[];
  affinity?: Affinity;
  resources?: ResourceRequirements;
}

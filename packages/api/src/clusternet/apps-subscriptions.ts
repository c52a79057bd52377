import type { KubeObject } from '../kube-object.ts';
import type { LabelSelector } from '../label-selector.ts';
import type { Condition, Toleration } from '../objects/pod.ts';
import type { Feed } from './apps-feeds.ts';

/** What its author wants to be where. */
export interface Subscription extends KubeObject {
  spec: SubscriptionSpec;
  status?: SubscriptionStatus;
}

export interface SubscriptionSpec {
  schedulerName?: string;
  schedulingBySubGroup?: boolean;
  schedulingStrategy?: 'Replication' | 'Dividing';
  dividingScheduling?: DividingScheduling;
  priority?: number;
  preemptionPolicy?: 'PreemptLowerPriority' | 'PreemptNever' | 'Never';
  /** A member that one of them selects is a target. */
  subscribers: Subscriber[];
  clusterTolerations?: Toleration[];
  feeds: Feed[];
}

export interface DividingScheduling {
  type?: 'Static' | 'Dynamic';
  dynamicDividing?: {
    strategy?: 'Spread' | 'Binpack';
    topologySpreadConstraints?: Record<string, unknown>[];
    preferredClusters?: Record<string, unknown>[];
    minClusters?: number;
    maxClusters?: number;
  };
}

export interface Subscriber {
  clusterAffinity: LabelSelector;
  weight?: number;
  subGroupStrategy?: { minClusters?: number };
}

export interface SubscriptionStatus {
  /** `namespace/name` of ManagedClusters, ascending. */
  bindingClusters?: string[];
  /** By feed (see `feedKey`), one number for each of `bindingClusters`; empty where a feed has no replicas. */
  replicas?: Record<string, number[]>;
  specHash?: number;
  desiredReleases?: number;
  completedReleases?: number;
  aggregatedStatuses?: AggregatedStatus[];
  conditions?: Condition[];
}

export interface AggregatedStatus extends Feed {
  feedStatusSummary?: FeedStatus;
  feedStatusDetails?: FeedStatusPerCluster[];
}

export interface FeedStatus {
  available?: boolean;
  replicaStatus?: FeedReplicaStatus;
}

export interface FeedStatusPerCluster extends FeedStatus {
  clusterId?: string;
  clusterName?: string;
}

export interface FeedReplicaStatus {
  observedGeneration?: number;
  replicas?: number;
  updatedReplicas?: number;
  currentReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  unavailableReplicas?: number;
  active?: number;
  succeeded?: number;
  failed?: number;
}

/** The feeds of one Subscription for one member, in the member's namespace; or made by hand. */
export interface Base extends KubeObject {
  spec: { feeds: Feed[] };
  status?: { conditions?: Condition[] };
}

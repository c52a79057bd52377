import type { GroupVersionResource } from '../group-version.ts';
import type { KubeObject } from '../kube-object.ts';
import type { Taint } from '../objects/node.ts';

export const CLUSTERS_API_VERSION = 'clusters.clusternet.io/v1beta1';
export const MANAGED_CLUSTERS: GroupVersionResource = {
  group: 'clusters.clusternet.io',
  version: 'v1beta1',
  resource: 'managedclusters',
};
export const CLUSTER_REGISTRATION_REQUESTS: GroupVersionResource = {
  group: 'clusters.clusternet.io',
  version: 'v1beta1',
  resource: 'clusterregistrationrequests',
};

/** Who applies works in a member: the hub, the agent, or whichever is able. */
export type SyncMode = 'Push' | 'Pull' | 'Dual';

/** A cluster's request to become a member. Named `clusternet-<clusterId>`. */
export interface ClusterRegistrationRequest extends KubeObject {
  spec: {
    clusterId: string;
    clusterType?: string;
    clusterName?: string;
    clusterNamespace?: string;
    clusterLabels?: Record<string, string>;
    syncMode?: SyncMode;
  };
  status?: {
    result?: 'Approved' | 'Denied' | 'Failed';
    errorMessage?: string;
    dedicatedNamespace?: string;
    managedClusterName?: string;
    /** Base64: the token as it is, or, for our agents, sealed to the key of the request. */
    token?: string;
    /** Base64 of PEM. */
    caCertificate?: string;
  };
}

/** A member, in its own namespace of the hub. */
export interface ManagedCluster extends KubeObject {
  spec: {
    clusterId: string;
    clusterType?: string;
    clusterInitBaseName?: string;
    syncMode: SyncMode;
    taints?: Taint[];
  };
  status?: ManagedClusterStatus;
}

/** What the heartbeat says. */
export interface ManagedClusterStatus {
  lastObservedTime?: string;
  k8sVersion?: string;
  agentVersion?: string;
  platform?: string;
  apiserverURL?: string;
  healthz?: boolean;
  livez?: boolean;
  readyz?: boolean;
  appPusher?: boolean;
  useSocket?: boolean;
  kubeQPS?: number;
  kubeBurst?: number;
  /** cpu, memory and nvidia.com/gpu. */
  allocatable?: Record<string, string>;
  capacity?: Record<string, string>;
  clusterCIDR?: string;
  serviceCIDR?: string;
  nodeStatistics?: { readyNodes?: number; notReadyNodes?: number; unknownNodes?: number; lostNodes?: number };
  podStatistics?: { runningPods: number; totalPods: number };
  resourceUsage?: { cpuUsage?: string; memoryUsage?: string };
  conditions?: ClusterCondition[];
  heartbeatFrequencySeconds?: number;
  predictorEnabled?: boolean;
  predictorAddress?: string;
  predictorDirectAccess?: boolean;
}

/** `metav1.Condition`: every field is required. */
export interface ClusterCondition {
  type: 'Ready' | 'ClusterInit' | (string & {});
  status: 'True' | 'False' | 'Unknown';
  reason: string;
  message: string;
  lastTransitionTime: string;
  observedGeneration?: number;
}

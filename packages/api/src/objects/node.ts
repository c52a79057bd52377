import type { KubeObject } from '../kube-object.ts';
import type { Condition, TaintEffect } from './pod.ts';

export interface Node extends KubeObject {
  spec?: {
    podCIDR?: string;
    podCIDRs?: string[];
    providerID?: string;
    unschedulable?: boolean;
    taints?: Taint[];
    [field: string]: unknown;
  };
  status?: NodeStatus;
}

export interface Taint {
  key: string;
  value?: string;
  effect: TaintEffect;
  timeAdded?: string;
}

export interface NodeStatus {
  capacity?: Record<string, string>;
  allocatable?: Record<string, string>;
  conditions?: Condition[];
  addresses?: { type: string; address: string }[];
  daemonEndpoints?: { kubeletEndpoint?: { Port: number } };
  nodeInfo?: Record<string, string>;
  images?: { names?: string[]; sizeBytes?: number }[];
  [field: string]: unknown;
}

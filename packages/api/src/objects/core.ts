import type { KubeObject } from '../kube-object.ts';
import type { LabelSelector } from '../label-selector.ts';
import type { Condition } from './pod.ts';

export interface Namespace extends KubeObject {
  spec?: { finalizers?: string[] };
  status?: { phase?: 'Active' | 'Terminating'; conditions?: Condition[] };
}

export interface ConfigMap extends KubeObject {
  data?: Record<string, string>;
  binaryData?: Record<string, string>;
  immutable?: boolean;
}

export interface Secret extends KubeObject {
  type?: string;
  /** Values in base64. */
  data?: Record<string, string>;
  immutable?: boolean;
}

export interface ServiceAccount extends KubeObject {
  secrets?: { name?: string }[];
  imagePullSecrets?: { name?: string }[];
}

export interface Service extends KubeObject {
  spec?: {
    type?: 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'ExternalName';
    selector?: Record<string, string>;
    ports?: ServicePort[];
    clusterIP?: string;
    clusterIPs?: string[];
    ipFamilies?: string[];
    externalName?: string;
    publishNotReadyAddresses?: boolean;
    [field: string]: unknown;
  };
  status?: {
    loadBalancer?: { ingress?: { ip?: string; hostname?: string }[] };
    conditions?: Condition[];
  };
}

export interface ServicePort {
  name?: string;
  port: number;
  targetPort?: number | string;
  protocol?: string;
  nodePort?: number;
  appProtocol?: string;
}

export interface EndpointSlice extends KubeObject {
  addressType: string;
  endpoints: Endpoint[] | null;
  ports?: EndpointPort[] | null;
}

export interface EndpointPort {
  name?: string;
  port?: number;
  protocol?: string;
  appProtocol?: string;
}

/** The older form of all slices of a Service in one. */
export interface Endpoints extends KubeObject {
  subsets?: EndpointSubset[];
}

export interface EndpointSubset {
  addresses?: EndpointAddress[];
  notReadyAddresses?: EndpointAddress[];
  ports?: EndpointPort[];
}

export interface EndpointAddress {
  ip: string;
  hostname?: string;
  nodeName?: string;
  targetRef?: NonNullable<Endpoint['targetRef']>;
}

export interface Endpoint {
  addresses: string[];
  conditions?: { ready?: boolean; serving?: boolean; terminating?: boolean };
  hostname?: string;
  nodeName?: string;
  zone?: string;
  targetRef?: { kind?: string; namespace?: string; name?: string; uid?: string };
}

export interface PodDisruptionBudget extends KubeObject {
  spec?: {
    minAvailable?: number | string;
    maxUnavailable?: number | string;
    selector?: LabelSelector;
    unhealthyPodEvictionPolicy?: string;
  };
  status?: {
    currentHealthy: number;
    desiredHealthy: number;
    disruptionsAllowed: number;
    expectedPods: number;
    observedGeneration?: number;
    disruptedPods?: Record<string, string>;
    conditions?: Condition[];
  };
}

export interface Lease extends KubeObject {
  spec?: {
    holderIdentity?: string;
    leaseDurationSeconds?: number;
    acquireTime?: string;
    renewTime?: string;
    leaseTransitions?: number;
  };
}

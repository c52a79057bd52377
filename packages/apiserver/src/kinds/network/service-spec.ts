import type { KubeObject } from '@banyan/api';

export interface Service extends KubeObject {
  spec: ServiceSpec;
  status?: { loadBalancer?: { ingress?: LoadBalancerIngress[] } };
}

export interface ServiceSpec {
  type?: string;
  ports?: ServicePort[];
  selector?: Record<string, string>;
  clusterIP?: string;
  clusterIPs?: string[];
  ipFamilies?: string[];
  ipFamilyPolicy?: string;
  externalIPs?: string[];
  externalName?: string;
  externalTrafficPolicy?: string;
  internalTrafficPolicy?: string;
  trafficDistribution?: string;
  healthCheckNodePort?: number;
  sessionAffinity?: string;
  sessionAffinityConfig?: { clientIP?: { timeoutSeconds?: number } };
  allocateLoadBalancerNodePorts?: boolean;
  loadBalancerClass?: string;
  loadBalancerIP?: string;
  loadBalancerSourceRanges?: string[];
}

export interface ServicePort {
  name?: string;
  protocol?: string;
  appProtocol?: string;
  port?: number;
  targetPort?: number | string;
  nodePort?: number;
}

export interface LoadBalancerIngress {
  ip?: string;
  ipMode?: string;
  hostname?: string;
}

/** Who may reach a balancer, as it was said before there was a field for it. */
export const SOURCE_RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges';
export const TOPOLOGY_MODE = 'service.kubernetes.io/topology-mode';
/** Its older name. */
export const OLD_HINTS = 'service.kubernetes.io/topology-aware-hints';

/** Of ports, in the order of messages. */
export const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

/** Instead of an address: names lead to the endpoints themselves. */
export const NO_ADDRESS = 'None';

export function isHeadless({ clusterIPs = [] }: Readonly<ServiceSpec>): boolean {
  return clusterIPs.length === 1 && clusterIPs[0] === NO_ADDRESS;
}

/** All but those that are an alias for a name elsewhere. */
export function needsClusterIp({ type }: Readonly<ServiceSpec>): boolean {
  return type !== 'ExternalName';
}

export function needsNodePorts({ type }: Readonly<ServiceSpec>): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

/** A balancer that may only send to nodes with endpoints must be able to ask them. */
export function needsHealthCheck({ type, externalTrafficPolicy }: Readonly<ServiceSpec>): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}

export function isExternallyAccessible(spec: Readonly<ServiceSpec>): boolean {
  return needsNodePorts(spec) || (spec.type === 'ClusterIP' && (spec.externalIPs ?? []).length > 0);
}

/** The node ports in use, in the order of the ports; that of the health check apart. */
export function nodePortsOf({ ports = [] }: Readonly<ServiceSpec>): number[] {
  return ports.map(({ nodePort = 0 }) => nodePort).filter((nodePort) => nodePort !== 0);
}

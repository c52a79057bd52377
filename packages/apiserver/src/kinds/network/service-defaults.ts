import { isExternallyAccessible, needsClusterIp, type Service, type ServiceSpec } from './service-spec.ts';

/** Three hours. */
const AFFINITY_SECONDS = 10_800;

export function applyServiceDefaults({ spec, status }: Service): void {
  spec.type ??= 'ClusterIP';
  applyAffinityDefaults(spec);
  for (const port of spec.ports ?? []) {
    port.protocol ??= 'TCP';
    if ((port.targetPort ?? 0) === 0 || port.targetPort === '') port.targetPort = port.port ?? 0;
  }
  if (isExternallyAccessible(spec)) spec.externalTrafficPolicy ??= 'Cluster';
  if (needsClusterIp(spec)) spec.internalTrafficPolicy ??= 'Cluster';
  if (spec.type !== 'LoadBalancer') return;
  spec.allocateLoadBalancerNodePorts ??= true;
  for (const ingress of status?.loadBalancer?.ingress ?? []) {
    if ((ingress.ip ?? '') !== '') ingress.ipMode ??= 'VIP';
  }
}

function applyAffinityDefaults(spec: ServiceSpec): void {
  spec.sessionAffinity ??= 'None';
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity !== 'ClientIP') return;
  if (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined)
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: AFFINITY_SECONDS } };
}

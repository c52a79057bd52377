import { isDeepStrictEqual } from 'node:util';
import {
  isExternallyAccessible,
  needsClusterIp,
  needsHealthCheck,
  needsNodePorts,
  nodePortsOf,
  type Service,
  type ServiceSpec,
} from './service-spec.ts';

/** What was given out stays if an update does not say otherwise: clients that replace a Service need not know it. */
export function keepGivenOut(spec: ServiceSpec, old: Readonly<ServiceSpec>): void {
  if (needsClusterIp(old) && needsClusterIp(spec)) {
    if (spec.clusterIP === undefined && old.clusterIP !== undefined) spec.clusterIP = old.clusterIP;
    if (spec.clusterIPs === undefined && old.clusterIPs !== undefined) spec.clusterIPs = [...old.clusterIPs];
  }
  if (needsNodePorts(old) && needsNodePorts(spec)) keepNodePorts(spec, old);
  if (needsHealthCheck(old) && needsHealthCheck(spec) && old.healthCheckNodePort !== undefined)
    spec.healthCheckNodePort ??= old.healthCheckNodePort;
}

/** By the names of ports, whatever else of them changed, unless another port has it now. */
function keepNodePorts(spec: ServiceSpec, old: Readonly<ServiceSpec>): void {
  const used = new Set(nodePortsOf(spec));
  const byName = new Map((old.ports ?? []).map(({ name = '', nodePort }) => [name, nodePort]));
  for (const port of spec.ports ?? []) {
    const before = byName.get(port.name ?? '');
    if (port.nodePort === undefined && before !== undefined && !used.has(before)) port.nodePort = before;
  }
}

/** `clusterIP` is the first of `clusterIPs`: who sends one of them means both. */
export function matchClusterIps(spec: ServiceSpec, old: Readonly<ServiceSpec> | undefined): void {
  if (old === undefined) {
    if (spec.clusterIP !== undefined) spec.clusterIPs ??= [spec.clusterIP];
    return;
  }
  if (spec.clusterIP === old.clusterIP) {
    if (spec.clusterIPs === undefined && old.clusterIPs !== undefined) spec.clusterIPs = [...old.clusterIPs];
    return;
  }
  const isSameList = isDeepStrictEqual(spec.clusterIPs ?? [], old.clusterIPs ?? []);
  if (!isSameList) return;
  if (spec.clusterIP === undefined) delete spec.clusterIPs;
  else spec.clusterIPs = [spec.clusterIP];
}

/** Takes away what the new type has no use for, if the update did not touch it itself: then it is refused. */
export function dropWhatTypeForbids(draft: Service, { spec: old }: Readonly<Service>): void {
  const { spec } = draft;
  const dropUnchanged = (...fields: (keyof ServiceSpec)[]) => {
    if (fields.every((field) => isDeepStrictEqual(spec[field], old[field])))
      for (const field of fields) delete spec[field];
  };
  if (needsClusterIp(old) && !needsClusterIp(spec)) {
    dropUnchanged('clusterIP', 'clusterIPs');
    dropUnchanged('ipFamilies');
    dropUnchanged('ipFamilyPolicy');
  }
  if (needsNodePorts(old) && !needsNodePorts(spec)) dropNodePorts(spec, old);
  if (needsHealthCheck(old) && !needsHealthCheck(spec)) dropUnchanged('healthCheckNodePort');
  if (old.type === 'LoadBalancer' && spec.type !== 'LoadBalancer')
    dropUnchanged('allocateLoadBalancerNodePorts');
  if (old.type === 'LoadBalancer' && spec.type !== 'LoadBalancer') dropUnchanged('loadBalancerClass');
  if (isExternallyAccessible(old) && !isExternallyAccessible(spec)) dropUnchanged('externalTrafficPolicy');
  if (spec.type !== 'LoadBalancer') draft.status = { ...draft.status, loadBalancer: {} };
}

function dropNodePorts(spec: ServiceSpec, old: Readonly<ServiceSpec>): void {
  const before = new Set(nodePortsOf(old));
  if (!nodePortsOf(spec).every((nodePort) => before.has(nodePort))) return;
  for (const port of spec.ports ?? []) delete port.nodePort;
}

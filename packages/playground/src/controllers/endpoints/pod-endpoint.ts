import { isIPv6 } from 'node:net';
import type { Endpoint, EndpointPort, Node, Pod, Service, ServicePort } from '@banyan/api/objects';
import { isReady } from '../pods/pod-facts.ts';

const ZONE = 'topology.kubernetes.io/zone';

export type AddressType = 'IPv4' | 'IPv6';

/** A pod that has ended, or has no address yet, is nowhere. */
export function mayBeEndpoint({ status }: Readonly<Pod>): boolean {
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return false;
  return (status?.podIP ?? '') !== '' || (status?.podIPs ?? []).length > 0;
}

/** A pod as clients of a Service are told of it. */
export function podEndpoint(
  pod: Readonly<Pod>,
  node: Readonly<Node> | undefined,
  { service, addressType }: { service: Readonly<Service>; addressType: AddressType },
): Endpoint {
  const { namespace = '', name = '', uid = '' } = pod.metadata;
  const serving = isReady(pod);
  const terminating = pod.metadata.deletionTimestamp !== undefined;
  const ready = service.spec?.publishNotReadyAddresses === true || (serving && !terminating);
  const zone = node?.metadata.labels?.[ZONE] ?? '';
  const { nodeName = '' } = pod.spec;
  return {
    addresses: addressesOf(pod, addressType),
    conditions: { ready, serving, terminating },
    ...hostnameFor(service, pod),
    targetRef: { kind: 'Pod', namespace, name, uid },
    ...(nodeName !== '' && { nodeName }),
    ...(zone !== '' && { zone }),
  };
}

export function addressesOf({ status }: Readonly<Pod>, addressType: AddressType): string[] {
  const ips = status?.podIPs ?? (status?.podIP === undefined ? [] : [{ ip: status.podIP }]);
  return ips.flatMap(({ ip }) => (isIPv6(ip) === (addressType === 'IPv6') ? [ip] : []));
}

/** Pods of a headless Service that they name have a name below it. */
export function hostnameFor({ metadata }: Readonly<Service>, { spec }: Readonly<Pod>): { hostname?: string } {
  const { hostname = '', subdomain } = spec;
  return hostname !== '' && subdomain === metadata.name ? { hostname } : {};
}

/** The Service's ports as they are in this pod. One that the pod does not have is left out. */
export function portsIn(pod: Readonly<Pod>, { spec }: Readonly<Service>): EndpointPort[] {
  return (spec?.ports ?? []).flatMap((wanted) => {
    const port = portIn(pod, wanted);
    if (port === undefined) return [];
    const { name = '', protocol = 'TCP', appProtocol } = wanted;
    return [{ name, port, protocol, ...(appProtocol !== undefined && { appProtocol }) }];
  });
}

function portIn({ spec }: Readonly<Pod>, { targetPort, port, protocol = 'TCP' }: ServicePort) {
  if (typeof targetPort !== 'string') return targetPort ?? port;
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  const ports = [...spec.containers, ...sidecars].flatMap((container) => container.ports ?? []);
  return ports.find((one) => one.name === targetPort && (one.protocol ?? 'TCP') === protocol)?.containerPort;
}

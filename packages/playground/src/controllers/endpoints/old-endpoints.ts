import type { EndpointAddress, EndpointPort, EndpointSubset, Pod, Service } from '@banyan/api/objects';
import { isReady } from '../pods/pod-facts.ts';
import { groupByPorts } from './group-by-ports.ts';
import { addressesOf, hostnameFor, mayBeEndpoint, portsIn, type AddressType } from './pod-endpoint.ts';

/** More are not told of in the older form. */
const CAPACITY = 1000;

/** The subsets of a Service's Endpoints. Only addresses of the Service's first kind are in them. */
export function oldEndpoints(
  service: Readonly<Service>,
  pods: readonly Readonly<Pod>[],
): { subsets: EndpointSubset[]; isTruncated: boolean } {
  const { publishNotReadyAddresses = false, ipFamilies, ports = [], clusterIP } = service.spec ?? {};
  const addressType = (ipFamilies?.[0] ?? 'IPv4') as AddressType;
  const found = pods.flatMap((pod) => {
    const isLeaving = pod.metadata.deletionTimestamp !== undefined;
    const [ip] = addressesOf(pod, addressType);
    if (!mayBeEndpoint(pod) || ip === undefined || (isLeaving && !publishNotReadyAddresses)) return [];
    const own = portsIn(pod, service);
    if (own.length === 0 && !(ports.length === 0 && clusterIP === 'None')) return [];
    const isUp = publishNotReadyAddresses || isReady(pod);
    return [{ ports: own, item: { address: addressOf(service, pod, ip), isUp } }];
  });
  let left = CAPACITY;
  const taken = (addresses: EndpointAddress[]) => {
    const kept = addresses.slice(0, left);
    left -= kept.length;
    return kept;
  };
  const subsets = groupByPorts(found).map(({ ports: own, members }): EndpointSubset => {
    const addresses = taken(members.filter(({ isUp }) => isUp).map(({ address }) => address));
    const notReadyAddresses = taken(members.filter(({ isUp }) => !isUp).map(({ address }) => address));
    return {
      ...(addresses.length > 0 && { addresses }),
      ...(notReadyAddresses.length > 0 && { notReadyAddresses }),
      ...(own.length > 0 && { ports: own.map(oldPort) }),
    };
  });
  return { subsets, isTruncated: found.length > CAPACITY };
}

function addressOf(service: Readonly<Service>, pod: Readonly<Pod>, ip: string): EndpointAddress {
  const { namespace = '', name = '', uid = '' } = pod.metadata;
  const { nodeName = '' } = pod.spec;
  return {
    ip,
    ...hostnameFor(service, pod),
    ...(nodeName !== '' && { nodeName }),
    targetRef: { kind: 'Pod', namespace, name, uid },
  };
}

/** An unnamed port has no name here. */
function oldPort({ name = '', ...port }: EndpointPort): EndpointPort {
  return name === '' ? port : { name, ...port };
}

import { isIPv6 } from 'node:net';
import type { Endpoint, EndpointAddress, Endpoints } from '@banyan/api/objects';
import { DONE } from '@banyan/controller';
import { keyOf } from '../../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { ENDPOINT_SLICES, ENDPOINTS, SERVICES } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { controllerReference } from '../pods/controller-reference.ts';
import { groupByPorts } from './group-by-ports.ts';
import type { EndpointGroup } from './plan-slices.ts';
import { slicesOf, writeSlices } from './slice-writer.ts';

const MANAGER = 'endpointslicemirroring-controller.k8s.io';
const NOT_MIRRORED = 'endpointslice.kubernetes.io/skip-mirror';
const LEADER = 'control-plane.alpha.kubernetes.io/leader';
const NOT_COPIED = [
  'endpoints.kubernetes.io/last-change-trigger-time',
  'kubectl.kubernetes.io/last-applied-configuration',
];

/** Endpoints that someone wrote by hand, for a Service that selects nothing, as EndpointSlices. */
export function endpointsMirror({ viewOf }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  return {
    name: 'endpoints-mirror',
    triggers: [
      on(ENDPOINTS, ({ object }) => (isMirrored(object) ? [keyOf(object)] : [])),
      on(SERVICES, ({ object, old }) =>
        object.spec?.selector === undefined || old?.spec?.selector === undefined ? [keyOf(object)] : [],
      ),
    ],
    reconcile: async (key) => {
      const endpoints = objects.get(ENDPOINTS, key);
      const service = objects.get(SERVICES, key);
      const isWanted = service !== undefined && service.spec?.selector === undefined;
      if (!isWanted || endpoints === undefined || !isMirrored(endpoints)) {
        for (const slice of slicesOf(objects, key, MANAGER))
          await objects.delete(ENDPOINT_SLICES, keyOf(slice));
        return DONE;
      }
      const { labels = {}, annotations = {} } = endpoints.metadata;
      const copied = Object.entries(annotations).filter(([name]) => !NOT_COPIED.includes(name));
      await writeSlices(
        objects,
        {
          service: key,
          managedBy: MANAGER,
          owner: controllerReference(ENDPOINTS, endpoints),
          labels,
          annotations: Object.fromEntries(copied),
        },
        mirroredGroups(endpoints),
      );
      return DONE;
    },
  };
}

function isMirrored({ metadata }: Readonly<Endpoints>): boolean {
  return metadata.labels?.[NOT_MIRRORED] !== 'true' && metadata.annotations?.[LEADER] === undefined;
}

export function mirroredGroups({ subsets = [] }: Readonly<Endpoints>): EndpointGroup[] {
  return (['IPv4', 'IPv6'] as const).flatMap((addressType) => {
    const found = subsets.flatMap(({ addresses = [], notReadyAddresses = [], ports = [] }) => {
      const named = ports.map((port) => ({ ...port, name: port.name ?? '' }));
      const endpoints = [
        ...addresses.map((address) => endpointOf(address, true)),
        ...notReadyAddresses.map((address) => endpointOf(address, false)),
      ];
      return endpoints
        .filter((endpoint) => isIPv6(endpoint.addresses[0] ?? '') === (addressType === 'IPv6'))
        .map((item) => ({ ports: named, item }));
    });
    return groupByPorts(found).map(({ ports, members }) => ({ addressType, ports, endpoints: members }));
  });
}

function endpointOf({ ip, hostname, nodeName, targetRef }: EndpointAddress, ready: boolean): Endpoint {
  return {
    addresses: [ip],
    conditions: { ready },
    ...(hostname !== undefined && { hostname }),
    ...(targetRef !== undefined && { targetRef }),
    ...(nodeName !== undefined && { nodeName }),
  };
}

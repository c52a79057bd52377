import { isDeepStrictEqual } from 'node:util';
import type { Pod, Service } from '@banyan/api/objects';
import { DONE } from '@banyan/controller';
import { keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { ENDPOINT_SLICES, ENDPOINTS, NODES, PODS, SERVICES } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { controllerReference } from '../pods/controller-reference.ts';
import { conditionOf } from '../pods/pod-facts.ts';
import { podsLabelled } from '../pods/pods-by-label.ts';
import { WorkPace } from '../pods/work-pace.ts';
import { groupByPorts } from './group-by-ports.ts';
import { oldEndpoints } from './old-endpoints.ts';
import type { EndpointGroup } from './plan-slices.ts';
import { mayBeEndpoint, podEndpoint, portsIn, type AddressType } from './pod-endpoint.ts';
import { servicesConcerned } from './service-pods.ts';
import { MANAGED_BY, SERVICE_NAME, writeSlices } from './slice-writer.ts';

const MANAGER = 'endpointslice-controller.k8s.io';
const HEADLESS = 'service.kubernetes.io/headless';
const TRIGGERED = 'endpoints.kubernetes.io/last-change-trigger-time';

/** Says where the pods of every Service are: in EndpointSlices, and in Endpoints, their older form. */
export function serviceEndpoints({ viewOf, clock }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  const pace = new WorkPace(clock);
  const onNode = objects.indexed(PODS, 'node', ({ spec }) =>
    spec.nodeName === undefined ? [] : [spec.nodeName],
  );
  return {
    name: 'service-endpoints',
    triggers: [
      on(SERVICES, ({ object }) => [keyOf(object)]),
      on(PODS, (event) => servicesConcerned(objects, event)),
      // A pod is shown only with its node.
      on(NODES, ({ type, object }) => {
        if (type !== 'ADDED') return [];
        const pods = onNode.get(object.metadata.name ?? '');
        return pods.flatMap((pod) =>
          servicesConcerned(objects, { type: 'ADDED', object: pod, old: undefined }),
        );
      }),
      on(ENDPOINT_SLICES, ({ type, object: { metadata } }) => {
        const service = metadata.labels?.[SERVICE_NAME];
        const isOurs = service !== undefined && metadata.labels?.[MANAGED_BY] === MANAGER;
        return isOurs && type !== 'ADDED' ? [{ namespace: metadata.namespace, name: service }] : [];
      }),
      on(ENDPOINTS, ({ type, object }) => (type === 'ADDED' ? [] : [keyOf(object)])),
    ],
    reconcile: async (key) => {
      const service = objects.get(SERVICES, key);
      if (service === undefined || service.metadata.deletionTimestamp !== undefined) {
        pace.forget(key);
        return DONE;
      }
      const { spec } = service;
      if (spec?.type === 'ExternalName' || spec?.selector === undefined) return DONE;
      const { selector } = spec;
      const waitMs = await pace.take(key, () => write(objects, service, selector));
      return waitMs > 0 ? { requeueAfterMs: waitMs } : DONE;
    },
  };
}

async function write(
  objects: ClusterObjects,
  service: Readonly<Service>,
  selector: Readonly<Record<string, string>>,
): Promise<void> {
  const key = keyOf(service);
  const pods = podsLabelled(objects, key.namespace, selector);
  const annotations = { [TRIGGERED]: triggerTime(service, pods) };
  const shape = {
    service: key,
    managedBy: MANAGER,
    owner: controllerReference(SERVICES, service),
    labels: labelsOf(service),
    annotations,
  };
  await writeSlices(objects, shape, groupsOf(objects, service, pods));
  await writeEndpoints(objects, service, pods, annotations);
}

/** For every kind of address that the Service has at least one group, be it empty. */
function groupsOf(
  objects: ClusterObjects,
  service: Readonly<Service>,
  pods: readonly Readonly<Pod>[],
): EndpointGroup[] {
  const families = (service.spec?.ipFamilies ?? ['IPv4']) as AddressType[];
  return families.flatMap((addressType) => {
    const found = pods.filter(mayBeEndpoint).flatMap((pod) => {
      const { nodeName = '' } = pod.spec;
      const node = objects.get(NODES, { name: nodeName });
      if (node === undefined && service.spec?.publishNotReadyAddresses !== true) return [];
      const endpoint = podEndpoint(pod, node, { service, addressType });
      return endpoint.addresses.length === 0 ? [] : [{ ports: portsIn(pod, service), item: endpoint }];
    });
    const groups = groupByPorts(found).map(({ ports, members }) => ({
      addressType,
      ports,
      endpoints: members,
    }));
    return groups.length > 0 ? groups : [{ addressType, ports: [], endpoints: [] }];
  });
}

function labelsOf({ metadata, spec }: Readonly<Service>): Record<string, string> {
  const {
    [HEADLESS]: _headless,
    [SERVICE_NAME]: _name,
    [MANAGED_BY]: _by,
    ...labels
  } = metadata.labels ?? {};
  const isHeadless = spec?.clusterIP === 'None' || (spec?.clusterIP ?? '') === '';
  return { ...labels, ...(isHeadless && { [HEADLESS]: '' }) };
}

/** When the last thing happened that endpoints show. */
function triggerTime({ metadata }: Readonly<Service>, pods: readonly Readonly<Pod>[]): string {
  return pods.reduce((latest, pod) => {
    const since = conditionOf(pod, 'Ready')?.lastTransitionTime ?? '';
    return since > latest ? since : latest;
  }, metadata.creationTimestamp ?? '');
}

async function writeEndpoints(
  objects: ClusterObjects,
  service: Readonly<Service>,
  pods: readonly Readonly<Pod>[],
  triggered: Record<string, string>,
): Promise<void> {
  const key = keyOf(service);
  const { subsets, isTruncated } = oldEndpoints(service, pods);
  const labels = { ...labelsOf(service), 'endpoints.kubernetes.io/managed-by': 'endpoint-controller' };
  const annotations = {
    ...triggered,
    ...(isTruncated && { 'endpoints.kubernetes.io/over-capacity': 'truncated' }),
  };
  const content = subsets.length > 0 ? { subsets } : {};
  const current = objects.get(ENDPOINTS, key);
  if (current === undefined) {
    const { namespace, name } = key;
    const metadata = { name, ...(namespace !== undefined && { namespace }), labels, annotations };
    await objects.ensure(ENDPOINTS, { metadata, ...content });
    return;
  }
  if (isDeepStrictEqual([current.subsets ?? [], current.metadata.labels], [subsets, labels])) return;
  await objects.update(ENDPOINTS, key, (draft) => {
    delete draft.subsets;
    Object.assign(draft, content);
    draft.metadata.labels = labels;
    draft.metadata.annotations = { ...draft.metadata.annotations, ...annotations };
  });
}

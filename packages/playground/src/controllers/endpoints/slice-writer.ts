import { isDeepStrictEqual } from 'node:util';
import type { OwnerReference } from '@banyan/api';
import type { Endpoint, EndpointPort, EndpointSlice } from '@banyan/api/objects';
import type { ClusterObjects, ObjectKey } from '../../cluster/cluster-objects.ts';
import { ENDPOINT_SLICES } from '../../cluster/resources.ts';
import { planSlices, type EndpointGroup } from './plan-slices.ts';

export const SERVICE_NAME = 'kubernetes.io/service-name';
export const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';

/** What all slices of a Service have in common. */
export interface SliceShape {
  readonly service: ObjectKey;
  readonly managedBy: string;
  readonly owner: OwnerReference;
  /** Besides those that name the Service and who manages the slice. */
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Slices of a Service that this one manages. */
export function slicesOf(
  objects: ClusterObjects,
  { namespace, name }: ObjectKey,
  managedBy: string,
): Readonly<EndpointSlice>[] {
  const byService = objects.indexed(ENDPOINT_SLICES, 'service', ({ metadata }) => {
    const service = metadata.labels?.[SERVICE_NAME];
    return service === undefined ? [] : [`${metadata.namespace}/${service}`];
  });
  return byService
    .get(`${namespace}/${name}`)
    .filter(({ metadata }) => metadata.labels?.[MANAGED_BY] === managedBy);
}

/** Makes the slices of a Service say what is wanted. */
export async function writeSlices(
  objects: ClusterObjects,
  shape: SliceShape,
  groups: readonly EndpointGroup[],
): Promise<void> {
  const { service, managedBy, owner } = shape;
  const all = slicesOf(objects, service, managedBy).filter(
    ({ metadata }) => metadata.deletionTimestamp === undefined,
  );
  // Those of a Service that had this name before are not to be made over: they are about to go.
  const existing = all.filter(({ metadata }) =>
    metadata.ownerReferences?.some(({ uid }) => uid === owner.uid),
  );
  const plan = planSlices(existing, groups);
  const labels = { ...shape.labels, [SERVICE_NAME]: service.name, [MANAGED_BY]: managedBy };
  const deleted = new Set([
    ...plan.delete,
    ...all.filter((slice) => !existing.includes(slice)).map(({ metadata }) => metadata.name ?? ''),
  ]);
  for (const name of deleted) await objects.delete(ENDPOINT_SLICES, { ...service, name });
  for (const { metadata } of existing) {
    const { name = '' } = metadata;
    const content = plan.update.get(name);
    if (deleted.has(name) || (content === undefined && isDeepStrictEqual(metadata.labels, labels))) continue;
    await objects.update(ENDPOINT_SLICES, { ...service, name }, (draft) => {
      draft.metadata.labels = labels;
      if (content === undefined) return;
      draft.metadata.annotations = { ...draft.metadata.annotations, ...shape.annotations };
      draft.ports = content.ports as EndpointPort[];
      draft.endpoints = content.endpoints as Endpoint[];
    });
  }
  for (const { addressType, ports, endpoints } of plan.create) {
    await objects.create(ENDPOINT_SLICES, {
      metadata: {
        generateName: `${service.name}-`,
        ...(service.namespace !== undefined && { namespace: service.namespace }),
        labels,
        annotations: { ...shape.annotations },
        ownerReferences: [owner],
      },
      addressType,
      endpoints: endpoints as Endpoint[],
      ports: ports as EndpointPort[],
    });
  }
}

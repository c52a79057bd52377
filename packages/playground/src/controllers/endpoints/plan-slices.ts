import { isDeepStrictEqual } from 'node:util';
import type { Endpoint, EndpointPort, EndpointSlice } from '@banyan/api/objects';

/** More make a slice too large to send to every node for every change. */
const LARGEST_SLICE = 100;

/** Endpoints that may share slices: they have the same ports. */
export interface EndpointGroup {
  readonly addressType: string;
  readonly ports: readonly EndpointPort[];
  readonly endpoints: readonly Endpoint[];
}

export interface SlicePlan {
  readonly create: readonly EndpointGroup[];
  /** By their names. Those that stay as they are are not in it. */
  readonly update: ReadonlyMap<string, EndpointGroup>;
  readonly delete: readonly string[];
}

/** How slices come to say what is wanted, with as few writes as may be: endpoints stay where they are. */
export function planSlices(
  existing: readonly Readonly<EndpointSlice>[],
  groups: readonly EndpointGroup[],
): SlicePlan {
  const create: EndpointGroup[] = [];
  const update = new Map<string, EndpointGroup>();
  const unused = new Set(existing);
  for (const group of groups) {
    // It stands for a Service that has none.
    if (group.endpoints.length === 0) {
      create.push(group);
      continue;
    }
    const own = existing.filter((slice) => isOf(slice, group));
    const { filled, added } = fill(own, group);
    for (const { slice, endpoints, isChanged } of filled) {
      if (endpoints.length === 0) continue;
      unused.delete(slice);
      if (isChanged) update.set(nameOf(slice), { ...group, endpoints });
    }
    create.push(...added.map((endpoints) => ({ ...group, endpoints })));
  }
  return reusing({ create, update, unused });
}

function isOf({ addressType, ports }: Readonly<EndpointSlice>, group: EndpointGroup): boolean {
  return addressType === group.addressType && isDeepStrictEqual(ports ?? [], group.ports);
}

interface FilledSlice {
  readonly slice: Readonly<EndpointSlice>;
  readonly endpoints: Endpoint[];
  isChanged: boolean;
}

function fill(own: readonly Readonly<EndpointSlice>[], { endpoints }: EndpointGroup) {
  const wanted = new Map(endpoints.map((endpoint) => [idOf(endpoint), endpoint]));
  const filled = own.map((slice) => keep(slice, wanted));
  const rest = [...wanted.values()];
  // Those that change anyway first, the fullest of them before others.
  const byFullness = filled.toSorted(
    (a, b) => Number(b.isChanged) - Number(a.isChanged) || b.endpoints.length - a.endpoints.length,
  );
  for (const each of byFullness) {
    const more = rest.splice(0, LARGEST_SLICE - each.endpoints.length);
    if (more.length === 0) continue;
    each.endpoints.push(...more);
    each.isChanged = true;
  }
  const added: Endpoint[][] = [];
  while (rest.length > 0) added.push(rest.splice(0, LARGEST_SLICE));
  return { filled, added };
}

/** What is still wanted of a slice, as it is wanted now. It is taken out of what is wanted. */
function keep(slice: Readonly<EndpointSlice>, wanted: Map<string, Endpoint>): FilledSlice {
  const before = slice.endpoints ?? [];
  const endpoints: Endpoint[] = [];
  let isChanged = false;
  for (const old of before) {
    const id = idOf(old);
    const endpoint = wanted.get(id);
    isChanged ||= endpoint === undefined || !isDeepStrictEqual(endpoint, old);
    if (endpoint !== undefined) endpoints.push(endpoint);
    wanted.delete(id);
  }
  return { slice, endpoints, isChanged };
}

/** A slice that nothing is left in takes what another would be created for. */
function reusing({
  create,
  update,
  unused,
}: {
  create: readonly EndpointGroup[];
  update: Map<string, EndpointGroup>;
  unused: Set<Readonly<EndpointSlice>>;
}): SlicePlan {
  const left = create.filter((group) => {
    const slice = [...unused].find(({ addressType }) => addressType === group.addressType);
    if (slice === undefined) return true;
    unused.delete(slice);
    const { ports, endpoints } = slice;
    const isSame =
      isDeepStrictEqual(ports ?? [], group.ports) && isDeepStrictEqual(endpoints ?? [], group.endpoints);
    if (!isSame) update.set(nameOf(slice), group);
    return false;
  });
  return { create: left, update, delete: [...unused].map(nameOf) };
}

function idOf({ addresses, targetRef }: Endpoint): string {
  return `${addresses.join()} ${targetRef?.uid ?? ''}`;
}

function nameOf({ metadata }: Readonly<EndpointSlice>): string {
  return metadata.name ?? '';
}

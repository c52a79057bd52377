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
    for (const [slice, endpoints] of filled) {
      if (endpoints.length === 0) continue;
      unused.delete(slice);
      if (!isDeepStrictEqual(endpoints, slice.endpoints ?? []))
        update.set(nameOf(slice), { ...group, endpoints });
    }
    create.push(...added.map((endpoints) => ({ ...group, endpoints })));
  }
  return reusing({ create, update, unused });
}

function isOf({ addressType, ports }: Readonly<EndpointSlice>, group: EndpointGroup): boolean {
  return addressType === group.addressType && isDeepStrictEqual(ports ?? [], group.ports);
}

function fill(own: readonly Readonly<EndpointSlice>[], { endpoints }: EndpointGroup) {
  const wanted = new Map(endpoints.map((endpoint) => [idOf(endpoint), endpoint]));
  const filled = own.map((slice): [Readonly<EndpointSlice>, Endpoint[]] => {
    const kept = (slice.endpoints ?? []).flatMap((old) => {
      const endpoint = wanted.get(idOf(old));
      wanted.delete(idOf(old));
      return endpoint === undefined ? [] : [endpoint];
    });
    return [slice, kept];
  });
  const rest = [...wanted.values()];
  // Those that change anyway first, the fullest of them before others.
  const isChanged = ([slice, kept]: (typeof filled)[number]) =>
    !isDeepStrictEqual(kept, slice.endpoints ?? []);
  const byFullness = filled.toSorted(
    (a, b) => Number(isChanged(b)) - Number(isChanged(a)) || b[1].length - a[1].length,
  );
  for (const [, kept] of byFullness) kept.push(...rest.splice(0, LARGEST_SLICE - kept.length));
  const added: Endpoint[][] = [];
  while (rest.length > 0) added.push(rest.splice(0, LARGEST_SLICE));
  return { filled, added };
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

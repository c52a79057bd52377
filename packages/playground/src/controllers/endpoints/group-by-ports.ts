import type { EndpointPort } from '@banyan/api/objects';

/** Those together whose ports are the same. */
export function groupByPorts<T>(
  found: readonly { readonly ports: readonly EndpointPort[]; readonly item: T }[],
): { readonly ports: readonly EndpointPort[]; readonly members: readonly T[] }[] {
  const groups = new Map<string, { ports: readonly EndpointPort[]; members: T[] }>();
  for (const { ports, item } of found) {
    const key = JSON.stringify(
      ports.map(({ name, port, protocol, appProtocol }) => [name, port, protocol, appProtocol]),
    );
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { ports, members: [] }));
    group.members.push(item);
  }
  return [...groups.values()];
}

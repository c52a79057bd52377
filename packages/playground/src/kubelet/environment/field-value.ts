import { parseQuantity } from '@banyan/api/quantity';
import type { Container, Pod } from '@banyan/api/objects';

/** What a `fieldRef` stands for; undefined: there is no such field. */
export function fieldValue(pod: Readonly<Pod>, path: string): string | undefined {
  const { metadata, spec, status } = pod;
  const [, map, key] = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(path) ?? [];
  if (key !== undefined) return (map === 'labels' ? metadata.labels : metadata.annotations)?.[key] ?? '';
  switch (path) {
    case 'metadata.name':
      return metadata.name ?? '';
    case 'metadata.namespace':
      return metadata.namespace ?? '';
    case 'metadata.uid':
      return metadata.uid ?? '';
    case 'metadata.labels':
      return formatMap(metadata.labels);
    case 'metadata.annotations':
      return formatMap(metadata.annotations);
    case 'spec.nodeName':
      return spec.nodeName ?? '';
    case 'spec.serviceAccountName':
      return spec.serviceAccountName ?? '';
    case 'status.hostIP':
    case 'status.hostIPs':
      return status?.hostIP ?? '127.0.0.1';
    case 'status.podIP':
    case 'status.podIPs':
      return status?.podIP ?? '';
    default:
      return undefined;
  }
}

function formatMap(map: Readonly<Record<string, string>> = {}): string {
  return Object.entries(map)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join('\n');
}

/** What a node has: the limit of a container that has none. */
const NODE: Readonly<Record<string, string>> = { cpu: '16', memory: '64Gi', 'ephemeral-storage': '200Gi' };

/** What a `resourceFieldRef` stands for, in multiples of its divisor, rounded up. */
export function resourceValue(container: Readonly<Container>, resource: string, divisor = '1'): string {
  const [kind = '', ...rest] = resource.split('.');
  const name = rest.join('.');
  const { requests, limits } = container.resources ?? {};
  const own = (kind === 'requests' ? requests : limits)?.[name];
  const text = own ?? (kind === 'limits' ? NODE[name] : undefined) ?? '0';
  const [amount, unit] = [amountOf(text), amountOf(divisor === '0' ? '1' : divisor)];
  return unit === 0 ? '0' : String(Math.ceil(amount / unit));
}

function amountOf(text: string): number {
  const quantity = parseQuantity(text);
  return quantity === undefined ? 0 : Number(quantity.unscaled) * 10 ** quantity.scale;
}

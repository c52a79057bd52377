import { text } from 'node:stream/consumers';
import type { KubeClient } from '@banyan/kube';

/** Requests by verb and resource, `PATCH descriptions/status`, as an API server's own metrics count them. */
export type RequestCounts = ReadonlyMap<string, number>;

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'APPLY', 'DELETE', 'DELETECOLLECTION']);
/** What distribution writes in a hub; heartbeats and Leases go on all the time. */
const DISTRIBUTION = new Set([
  'subscriptions',
  'bases',
  'descriptions',
  'manifests',
  'localizations',
  'feedinventories',
  'events',
]);
/** What the two kinds of servers call the same. */
const VERBS: Readonly<Record<string, string>> = {
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  apply: 'APPLY',
  delete: 'DELETE',
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
};

/** Of all clients together. */
export async function requestCounts(clients: readonly KubeClient[]): Promise<RequestCounts> {
  const counts = new Map<string, number>();
  for (const client of clients) {
    const { body } = await client.request({ method: 'GET', path: '/metrics' });
    for (const line of (await text(body)).split('\n')) {
      if (!line.startsWith('apiserver_request_total{')) continue;
      const label = (name: string): string => new RegExp(`[{,]${name}="([^"]*)"`).exec(line)?.[1] ?? '';
      if (label('resource') === '') continue;
      const subresource = label('subresource');
      const verb = VERBS[label('verb')] ?? label('verb');
      const key = `${verb} ${label('resource')}${subresource === '' ? '' : `/${subresource}`}`;
      counts.set(key, (counts.get(key) ?? 0) + Number(line.slice(line.lastIndexOf(' ') + 1)));
    }
  }
  return counts;
}

export function countsSince(before: RequestCounts, now: RequestCounts): RequestCounts {
  const grown = [...now].map(([key, count]): [string, number] => [key, count - (before.get(key) ?? 0)]);
  return new Map(grown.filter(([, count]) => count > 0));
}

/** Without those by which API servers tell that they live. */
export function withoutLeases(counts: RequestCounts): RequestCounts {
  return new Map([...counts].filter(([key]) => !key.endsWith(' leases')));
}

/** Without what goes on in a hub all the time. */
export function distributionOnly(counts: RequestCounts): RequestCounts {
  return new Map([...counts].filter(([key]) => DISTRIBUTION.has(key.split(/[ /]/)[1] ?? '')));
}

export function writesOf(counts: RequestCounts): RequestCounts {
  return new Map([...counts].filter(([key]) => WRITES.has(key.split(' ')[0] ?? '')));
}

export function writesIn(counts: RequestCounts, resource?: string): number {
  return sum(counts, (verb, what) => WRITES.has(verb) && (resource === undefined || what === resource));
}

/** The most frequent first, each per unit: `1.00 APPLY deployments`. */
export function countsPer(counts: RequestCounts, units: number): string {
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .filter(([, count]) => count / units >= 0.005)
    .map(([key, count]) => `${(count / units).toFixed(2)} ${key}`)
    .join(', ');
}

function sum(counts: RequestCounts, counted: (verb: string, what: string) => boolean): number {
  let total = 0;
  for (const [key, count] of counts) {
    const [verb = '', path = ''] = key.split(' ');
    if (counted(verb, path.split('/')[0] ?? '')) total += count;
  }
  return total;
}

import type { GroupResource } from '../errors/api-error.ts';
import type { KubeObject } from '@banyan/api';
import { podUsage, type CountedPod } from './pod-usage.ts';
import { ONE, parseAmounts, sumAmounts, type QuotaAmounts } from './quota-amounts.ts';

/** Counted by their own names, not only as `count/…`. */
const NAMED = ['configmaps', 'replicationcontrollers', 'resourcequotas', 'secrets'];
const BY_CLASS = '.storageclass.storage.k8s.io/';

interface CountedService extends KubeObject {
  readonly spec?: {
    readonly type?: string;
    readonly ports?: readonly unknown[];
    readonly allocateLoadBalancerNodePorts?: boolean;
  };
}

interface CountedClaim extends KubeObject {
  readonly spec?: {
    readonly storageClassName?: string;
    readonly resources?: { readonly requests?: Readonly<Record<string, string>> };
  };
}

/** What one object takes of the quotas of its namespace. */
export function quotaUsage({ group, resource }: GroupResource, object: Readonly<KubeObject>): QuotaAmounts {
  const count = new Map([[`count/${group === '' ? resource : `${resource}.${group}`}`, ONE]]);
  if (group !== '') return count;
  if (resource === 'pods') return podUsage(object as CountedPod);
  if (resource === 'services') return sumAmounts([count, serviceUsage(object as CountedService)]);
  if (resource === 'persistentvolumeclaims') return sumAmounts([count, claimUsage(object as CountedClaim)]);
  return NAMED.includes(resource) ? sumAmounts([count, new Map([[resource, ONE]])]) : count;
}

function serviceUsage({ spec = {} }: Readonly<CountedService>): QuotaAmounts {
  const isBalanced = spec.type === 'LoadBalancer';
  const hasNodePorts =
    spec.type === 'NodePort' || (isBalanced && spec.allocateLoadBalancerNodePorts !== false);
  const ports = { ...ONE, unscaled: BigInt(hasNodePorts ? (spec.ports?.length ?? 0) : 0) };
  return new Map([
    ['services', ONE],
    ['services.nodeports', ports],
    ['services.loadbalancers', { ...ONE, unscaled: isBalanced ? 1n : 0n }],
  ]);
}

function claimUsage({ spec = {} }: Readonly<CountedClaim>): QuotaAmounts {
  const storage = parseAmounts(spec.resources?.requests).get('storage') ?? { ...ONE, unscaled: 0n };
  const { storageClassName = '' } = spec;
  const own = [
    ['persistentvolumeclaims', ONE],
    ['requests.storage', storage],
  ] as const;
  if (storageClassName === '') return new Map(own);
  return new Map([
    ...own,
    ...own.map(([name, amount]) => [`${storageClassName}${BY_CLASS}${name}`, amount] as const),
  ]);
}

/** Where objects are whose amounts go by this name: `pods`, `deployments.apps`. */
export function tableCountedAs(name: string): string {
  if (name.startsWith('count/')) return name.slice('count/'.length);
  if (name.startsWith('services')) return 'services';
  if (NAMED.includes(name)) return name;
  if (/(^|\/)(persistentvolumeclaims|requests\.storage)$/.test(name)) return 'persistentvolumeclaims';
  return 'pods';
}

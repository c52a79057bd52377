import type { LabelSelector } from '@banyan/api';
import { firstOf, labelsText, NONE, orElse, selectorText, UNSET } from './cell-text.ts';
import { AGE, columnsFor, NAME, text, wide, type Shown } from './column.ts';
import {
  joinedHostPort,
  loadBalancerText,
  serviceExternalIp,
  servicePorts,
  type Service,
} from './service-cells.ts';

/** Hosts, ports and addresses that are shown before `+ n more...`. */
const SHOWN = 3;

export const SERVICE_COLUMNS = columnsFor<Service>([
  NAME,
  text('Type', 'How it is reached', ({ spec }) => spec?.type ?? ''),
  text('Cluster-IP', 'Its address in the cluster', ({ spec }) => spec?.clusterIPs?.[0] ?? NONE),
  text('External-IP', 'Its addresses outside the cluster', serviceExternalIp),
  text('Port(s)', 'Its ports, with those on nodes', ({ spec }) => servicePorts(spec?.ports)),
  AGE,
  wide(text('Selector', 'Labels of the pods behind it', ({ spec }) => labelsText(spec?.selector))),
]);

interface Ingress extends Shown {
  readonly spec?: {
    readonly ingressClassName?: string;
    readonly rules?: readonly { readonly host?: string }[];
    readonly tls?: readonly unknown[];
  };
  readonly status?: Service['status'];
}

export const INGRESS_COLUMNS = columnsFor<Ingress>([
  NAME,
  text('Class', 'Which kind of ingress it is', ({ spec }) => spec?.ingressClassName ?? NONE),
  text('Hosts', 'Hosts that it serves', ({ spec }) => hostsText(spec?.rules ?? [])),
  text('Address', 'Where its load balancer is reached', ({ status }) => loadBalancerText(status)),
  text('Ports', 'Ports that are open', ({ spec }) => ((spec?.tls ?? []).length > 0 ? '80, 443' : '80')),
  AGE,
]);

/** Rules without a host are counted as more, but not shown: so does the real server. */
function hostsText(rules: readonly { readonly host?: string }[]): string {
  const named = rules.flatMap(({ host }, i) => (host ? [{ host, i }] : []));
  if (named.length === 0) return '*';
  const hosts = named
    .slice(0, SHOWN)
    .map(({ host }) => host)
    .join(',');
  const last = named[SHOWN - 1];
  const hasMore = last !== undefined && last.i < rules.length - 1;
  return hasMore ? `${hosts} + ${rules.length - SHOWN} more...` : hosts;
}

interface IngressClass extends Shown {
  readonly spec?: {
    readonly controller?: string;
    readonly parameters?: { readonly kind?: string; readonly apiGroup?: string; readonly name?: string };
  };
}

const DEFAULT_CLASS = 'ingressclass.kubernetes.io/is-default-class';

export const INGRESS_CLASS_COLUMNS = columnsFor<IngressClass>([
  {
    ...NAME,
    value: ({ metadata }) =>
      `${metadata.name ?? ''}${metadata.annotations?.[DEFAULT_CLASS] === 'true' ? ' (default)' : ''}`,
  },
  text('Controller', 'Who serves ingresses of this class', ({ spec }) => spec?.controller ?? ''),
  text('Parameters', 'An object with more about the class', ({ spec }) => {
    if (spec?.parameters === undefined) return NONE;
    const { kind = '', apiGroup, name = '' } = spec.parameters;
    return `${kind}${apiGroup === undefined ? '' : `.${apiGroup}`}/${name}`;
  }),
  AGE,
]);

interface Endpoints extends Shown {
  readonly subsets?: readonly {
    readonly addresses?: readonly { readonly ip?: string }[];
    readonly ports?: readonly { readonly port?: number }[];
  }[];
}

export const ENDPOINTS_COLUMNS = columnsFor<Endpoints>([
  NAME,
  text('Endpoints', 'Addresses and ports behind the service', ({ subsets = [] }) =>
    subsets.length === 0 ? NONE : firstOf(subsets.flatMap(subsetAddresses), SHOWN),
  ),
  AGE,
]);

function subsetAddresses({
  addresses = [],
  ports = [],
}: NonNullable<Endpoints['subsets']>[number]): string[] {
  const ips = addresses.map(({ ip = '' }) => ip);
  return ports.length === 0
    ? ips
    : ports.flatMap(({ port = 0 }) => ips.map((ip) => joinedHostPort(ip, port)));
}

/** Its lists are written as null where they are empty. */
interface EndpointSlice extends Shown {
  readonly addressType?: string;
  readonly ports?: readonly { readonly port?: number; readonly name?: string }[] | null;
  readonly endpoints?: readonly { readonly addresses?: readonly string[] | null }[] | null;
}

export const ENDPOINT_SLICE_COLUMNS = columnsFor<EndpointSlice>([
  NAME,
  text('AddressType', 'What kind of addresses they are', ({ addressType }) => addressType ?? ''),
  text('Ports', 'Ports of the endpoints', ({ ports }) => {
    const all = (ports ?? []).map(({ port, name }) => `${port ?? name ?? '*'}`);
    return orElse(firstOf(all, SHOWN), UNSET);
  }),
  text('Endpoints', 'Addresses of the endpoints', ({ endpoints }) => {
    const all = (endpoints ?? []).flatMap(({ addresses }) => addresses ?? []);
    return orElse(firstOf(all, SHOWN), UNSET);
  }),
  AGE,
]);

export const NETWORK_POLICY_COLUMNS = columnsFor<
  Shown & { readonly spec?: { readonly podSelector?: LabelSelector } }
>([
  NAME,
  text('Pod-Selector', 'Pods that it is about', ({ spec }) => orElse(selectorText(spec?.podSelector), NONE)),
  AGE,
]);

export const SERVICE_CIDR_COLUMNS = columnsFor<
  Shown & { readonly spec?: { readonly cidrs?: readonly string[] } }
>([NAME, text('CIDRs', 'Addresses that services get', ({ spec }) => (spec?.cidrs ?? []).join(',')), AGE]);

interface IpAddress extends Shown {
  readonly spec?: {
    readonly parentRef?: Readonly<Partial<Record<'group' | 'resource' | 'namespace' | 'name', string>>>;
  };
}

export const IP_ADDRESS_COLUMNS = columnsFor<IpAddress>([
  NAME,
  text('ParentRef', 'What has the address', ({ spec }) => {
    if (spec?.parentRef === undefined) return NONE;
    const { group, resource = '', namespace, name = '' } = spec.parentRef;
    const owner = (group ? `${resource}.${group}` : resource).toLowerCase();
    return [owner, ...(namespace ? [namespace] : []), name].join('/');
  }),
]);

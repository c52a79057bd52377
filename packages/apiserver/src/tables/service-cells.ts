import { NONE, orElse } from './cell-text.ts';
import type { Shown } from './column.ts';

interface ServicePort {
  readonly port?: number;
  readonly nodePort?: number;
  readonly protocol?: string;
}

export interface Service extends Shown {
  readonly spec?: {
    readonly type?: string;
    readonly clusterIPs?: readonly string[];
    readonly externalIPs?: readonly string[];
    readonly externalName?: string;
    readonly ports?: readonly ServicePort[];
    readonly selector?: Readonly<Record<string, string>>;
  };
  readonly status?: {
    readonly loadBalancer?: {
      readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string }[];
    };
  };
}

/** Addresses of a load balancer, each once. */
export function loadBalancerText(status: Service['status']): string {
  const points = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || (hostname ?? ''));
  return [...new Set(points.filter((point) => point !== ''))].toSorted().join(',');
}

export function serviceExternalIp({ spec = {}, status }: Service): string {
  const externalIps = spec.externalIPs ?? [];
  switch (spec.type) {
    case 'ClusterIP':
    case 'NodePort':
      return orElse(externalIps.join(','), NONE);
    case 'LoadBalancer': {
      const balancer = loadBalancerText(status);
      return orElse([...(balancer === '' ? [] : [balancer]), ...externalIps].join(','), '<pending>');
    }
    case 'ExternalName':
      return spec.externalName ?? '';
    default:
      return '<unknown>';
  }
}

/** `80/TCP`, or with a port on every node `80:30080/TCP`. */
export function servicePorts(ports: readonly ServicePort[] = []): string {
  const texts = ports.map(({ port = 0, nodePort = 0, protocol = '' }) =>
    nodePort > 0 ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`,
  );
  return orElse(texts.join(','), NONE);
}

/** Addresses with colons of their own go into brackets. */
export function joinedHostPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

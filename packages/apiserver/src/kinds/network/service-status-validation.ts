import { isIP } from 'node:net';
import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { dnsSubdomain } from '../fields/name-format.ts';
import { validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import { validateNewIp } from './endpoint-ip-validation.ts';
import type { LoadBalancerIngress, Service } from './service-spec.ts';

const INGRESS = 'status.loadBalancer.ingress';
const IP_MODES = ['Proxy', 'VIP'];

/** Where a balancer listens. Only a Service that has one may say so. */
export function validateServiceStatusUpdate(
  { metadata, spec, status }: Readonly<Service>,
  old: Readonly<Service>,
): StatusCause[] {
  const ingress = status?.loadBalancer?.ingress ?? [];
  const before = new Set((old.status?.loadBalancer?.ingress ?? []).map(({ ip = '' }) => ip));
  const isForbidden = spec.type !== 'LoadBalancer' && ingress.length > 0;
  return [
    ...validateObjectMetaUpdate(metadata, old.metadata),
    ...(isForbidden
      ? [forbidden(INGRESS, "may only be used when `spec.type` is 'LoadBalancer'")]
      : ingress.flatMap((each, i) => validateIngress(each, `${INGRESS}[${i}]`, before))),
  ];
}

function validateIngress(
  { ip = '', ipMode, hostname = '' }: Readonly<LoadBalancerIngress>,
  field: string,
  before: ReadonlySet<string>,
): StatusCause[] {
  return [
    ...(ip === '' ? [] : validateNewIp(ip, `${field}.ip`, before)),
    ...validateIpMode(ip, ipMode, `${field}.ipMode`),
    ...(hostname === '' ? [] : malformed(`${field}.hostname`, hostname, dnsSubdomain(hostname))),
    ...(isIP(hostname) > 0
      ? [invalidValue(`${field}.hostname`, hostname, 'must be a DNS name, not an IP address')]
      : []),
  ];
}

function validateIpMode(ip: string, mode: string | undefined, field: string): StatusCause[] {
  if (mode === undefined) return ip === '' ? [] : [required(field, 'must be specified when `ip` is set')];
  if (ip === '') return [forbidden(field, 'may not be specified when `ip` is not set')];
  return IP_MODES.includes(mode) ? [] : [notSupported(field, mode, IP_MODES)];
}

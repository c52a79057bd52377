import { isDeepStrictEqual } from 'node:util';
import type { StatusCause } from '@banyan/api';
import { invalidValue } from '../fields/field-error.ts';
import { ipFamily } from '../fields/ip-format.ts';
import { validateClusterIps } from './cluster-ip-validation.ts';
import { NO_ADDRESS, type ServiceSpec } from './service-spec.ts';

/** The only family that addresses are given out of. */
const FAMILY = 'IPv4';

const POLICY = 'spec.ipFamilyPolicy';

/** Fills in the families of a Service's addresses and how many it may have. Causes: why they cannot be had. */
export function setIpFamilies(spec: ServiceSpec, old: Readonly<ServiceSpec> | undefined): StatusCause[] {
  if (spec.type === 'ExternalName' || (old !== undefined && staysDualStackIfPossible(spec, old))) return [];
  const isFree = spec.clusterIP === NO_ADDRESS && Object.keys(spec.selector ?? {}).length === 0;
  spec.ipFamilyPolicy ??= old?.ipFamilyPolicy ?? (isFree ? 'RequireDualStack' : 'SingleStack');
  const malformed = validateClusterIps(spec, old);
  if (malformed.length > 0) return malformed;
  const causes = [...(old === undefined ? [] : settleReduction(spec, old)), ...inferFamilies(spec)];
  if (causes.length > 0) return causes;
  // Whoever writes the endpoints of such a Service by hand may use what the cluster has not.
  if (isFree) {
    const [first = FAMILY, ...rest] = spec.ipFamilies ?? [];
    const isDual = rest.length === 0 && spec.ipFamilyPolicy !== 'SingleStack';
    spec.ipFamilies = [first, ...(isDual ? [first === 'IPv4' ? 'IPv6' : 'IPv4'] : rest)];
    return [];
  }
  const unavailable = validateAvailable(spec);
  if (unavailable.length === 0) spec.ipFamilies ??= [FAMILY];
  return unavailable;
}

/** Nobody asked for another number of addresses. */
function staysDualStackIfPossible(spec: Readonly<ServiceSpec>, old: Readonly<ServiceSpec>): boolean {
  const fields = ['type', 'clusterIP', 'clusterIPs', 'ipFamilies'] as const;
  return (
    spec.ipFamilyPolicy === 'PreferDualStack' &&
    (old.ipFamilyPolicy ?? 'PreferDualStack') === 'PreferDualStack' &&
    fields.every((field) => isDeepStrictEqual(spec[field], old[field]))
  );
}

/** One address less needs a policy that says so; such a policy alone is enough. */
function settleReduction(spec: ServiceSpec, old: Readonly<ServiceSpec>): StatusCause[] {
  const causes: StatusCause[] = [];
  const settle = (field: 'clusterIPs' | 'ipFamilies', what: string) => {
    const [values = [], before = []] = [spec[field], old[field]];
    if (spec.ipFamilyPolicy !== 'SingleStack') {
      const why = `must be 'SingleStack' to release the secondary ${what}`;
      if (values.length === 1 && before.length === 2 && values[0] === before[0])
        causes.push(invalidValue(POLICY, spec.ipFamilyPolicy, why));
    } else if (isDeepStrictEqual(values, before) && values.length > 1) spec[field] = values.slice(0, 1);
  };
  settle('clusterIPs', 'cluster IP');
  settle('ipFamilies', 'IP family');
  return causes;
}

/** An address says which family it is of. */
function inferFamilies(spec: ServiceSpec): StatusCause[] {
  const { clusterIPs = [], ipFamilies = [], ipFamilyPolicy } = spec;
  const why = (what: string) =>
    `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`;
  const causes: StatusCause[] = [];
  if (ipFamilyPolicy === 'SingleStack') {
    if (clusterIPs.length === 2) causes.push(invalidValue(POLICY, ipFamilyPolicy, why('cluster IPs')));
    if (ipFamilies.length === 2) causes.push(invalidValue(POLICY, ipFamilyPolicy, why('IP families')));
  }
  if (clusterIPs[0] === NO_ADDRESS) return causes;
  const families = [...ipFamilies];
  for (const [i, address] of clusterIPs.entries()) {
    const family = ipFamily(address);
    if (i < ipFamilies.length) continue;
    if (family === FAMILY) families.push(family);
    else {
      const missing = `${family} is not configured on this cluster`;
      causes.push(invalidValue(`spec.clusterIPs[${i}]`, clusterIPs, missing));
    }
  }
  if (families.length > 0) spec.ipFamilies = families;
  return causes;
}

function validateAvailable({ ipFamilyPolicy, ipFamilies = [] }: Readonly<ServiceSpec>): StatusCause[] {
  const dual = 'this cluster is not configured for dual-stack services';
  return [
    ...(ipFamilyPolicy === 'RequireDualStack' ? [invalidValue(POLICY, ipFamilyPolicy, dual)] : []),
    ...ipFamilies.flatMap((family, i) =>
      family === FAMILY
        ? []
        : [invalidValue(`spec.ipFamilies[${i}]`, family, 'not configured on this cluster')],
    ),
  ];
}

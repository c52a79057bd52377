import type { StatusCause } from '@banyan/api';
import { duplicate, invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { ipAddress, ipFamily } from '../fields/ip-format.ts';
import { isHeadless, NO_ADDRESS, type ServiceSpec } from './service-spec.ts';

const ADDRESSES = 'spec.clusterIPs';
const FAMILIES = 'spec.ipFamilies';
const POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
const KEPT = 'may not change once set';

/** Addresses, families and policy, each alone and with each other. */
export function validateClusterIps(
  spec: Readonly<ServiceSpec>,
  old: Readonly<ServiceSpec> | undefined,
): StatusCause[] {
  if (spec.type === 'ExternalName') return [];
  const { clusterIPs = [], ipFamilyPolicy } = spec;
  const ofAddresses = validateAddresses(clusterIPs, old?.clusterIPs ?? []);
  const several = invalidValue(ADDRESSES, clusterIPs, 'may only hold up to 2 values');
  return [
    ...validateFirst(spec),
    ...validateFamilies(spec.ipFamilies ?? []),
    ...(ipFamilyPolicy === undefined || POLICIES.includes(ipFamilyPolicy)
      ? []
      : [notSupported('spec.ipFamilyPolicy', ipFamilyPolicy, POLICIES)]),
    ...ofAddresses,
    ...(clusterIPs.length > 2 ? [several] : []),
    ...(ofAddresses.length > 0 ? [] : validateStacks(spec)),
  ];
}

function validateFirst({ clusterIP = '', clusterIPs }: Readonly<ServiceSpec>): StatusCause[] {
  if (clusterIP === '') {
    const why = 'must be empty when `clusterIP` is not specified';
    return clusterIPs === undefined ? [] : [invalidValue(ADDRESSES, clusterIPs, why)];
  }
  if (clusterIPs === undefined) return [required(ADDRESSES)];
  const why = 'first value must match `clusterIP`';
  return clusterIPs[0] === clusterIP ? [] : [invalidValue(ADDRESSES, clusterIPs, why)];
}

function validateFamilies(families: readonly string[]): StatusCause[] {
  const seen = new Set<string>();
  return families.flatMap((family, i) => {
    const isTwin = seen.has(family);
    seen.add(family);
    return [
      ...(['IPv4', 'IPv6'].includes(family)
        ? []
        : [notSupported(`${FAMILIES}[${i}]`, family, ['IPv4', 'IPv6'])]),
      ...(isTwin ? [duplicate(`${FAMILIES}[${i}]`, family)] : []),
    ];
  });
}

function validateAddresses(addresses: readonly string[], before: readonly string[]): StatusCause[] {
  return addresses.flatMap((address, i) => {
    if (i === 0 && address === NO_ADDRESS) {
      const why = "'None' must be the first and only value";
      return addresses.length > 1 ? [invalidValue(ADDRESSES, addresses, why)] : [];
    }
    if (before.includes(address)) return [];
    return malformed(`${ADDRESSES}[${i}]`, address, ipAddress(address));
  });
}

function validateStacks(spec: Readonly<ServiceSpec>): StatusCause[] {
  const { clusterIPs = [], ipFamilies = [] } = spec;
  const families = clusterIPs.map(ipFamily);
  const isMixed = families.length === 2 && families[0] !== families[1];
  const why = 'may specify no more than one IP for each IP family';
  const causes = families.length > 1 && !isMixed ? [invalidValue(ADDRESSES, clusterIPs, why)] : [];
  if (isHeadless(spec)) return causes;
  const mismatches = clusterIPs.flatMap((address, i) => {
    const asked = ipFamilies[i];
    if (asked === undefined || asked === families[i] || !['IPv4', 'IPv6'].includes(asked)) return [];
    const expected = `expected an ${asked} value as indicated by \`ipFamilies[${i}]\``;
    return [invalidValue(`${ADDRESSES}[${i}]`, address, expected)];
  });
  return [...causes, ...mismatches];
}

/** The first address stays, and so does the second unless the policy lets go of it. */
export function validateClusterIpsUpdate(
  spec: Readonly<ServiceSpec>,
  old: Readonly<ServiceSpec>,
): StatusCause[] {
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return [];
  if (isHeadless(spec) && isHeadless(old)) return [];
  const ofFamilies = isHeadless(spec) === isHeadless(old) ? validateFamiliesUpdate(spec, old) : [];
  return [...validateAddressesUpdate(spec, old), ...ofFamilies];
}

function validateAddressesUpdate(spec: Readonly<ServiceSpec>, old: Readonly<ServiceSpec>): StatusCause[] {
  const { clusterIPs: now = [] } = spec;
  const { clusterIPs: before = [] } = old;
  const kept = (i: number) => invalidValue(`${ADDRESSES}[${i}]`, now, KEPT);
  if (now.length === before.length)
    return before.flatMap((address, i) => (address === now[i] ? [] : [kept(i)]));
  const isOtherFirst = before.length > 0 && now.length > 0 && now[0] !== before[0];
  return [
    ...(now.length === 0
      ? [invalidValue(`${ADDRESSES}[0]`, null, 'primary clusterIP can not be unset')]
      : []),
    ...(isOtherFirst ? [kept(0)] : []),
    ...(before.length > now.length && now.length === 1 ? validateRelease(spec, 'clusterIP') : []),
  ];
}

function validateFamiliesUpdate(spec: Readonly<ServiceSpec>, old: Readonly<ServiceSpec>): StatusCause[] {
  const { ipFamilies: now = [], clusterIPs = [] } = spec;
  const { ipFamilies: before = [] } = old;
  const kept = (shown: readonly string[]) => invalidValue(`${FAMILIES}[0]`, shown, KEPT);
  if (now.length === before.length)
    return before.flatMap((family, i) => (family === now[i] ? [] : [kept(now)]));
  const isOtherFirst = before.length > 0 && now.length > 0 && now[0] !== before[0];
  return [
    ...(isOtherFirst ? [kept(clusterIPs)] : []),
    ...(before.length > now.length && now.length === 1 ? validateRelease(spec, 'ipFamily') : []),
  ];
}

function validateRelease({ ipFamilyPolicy }: Readonly<ServiceSpec>, what: string): StatusCause[] {
  const why = `must be set to 'SingleStack' when releasing the secondary ${what}`;
  if (ipFamilyPolicy === 'SingleStack') return [];
  return [invalidValue('spec.ipFamilyPolicy', ipFamilyPolicy ?? null, why)];
}

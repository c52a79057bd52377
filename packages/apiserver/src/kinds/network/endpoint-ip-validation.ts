import type { StatusCause } from '@banyan/api';
import { invalidValue, malformed } from '../fields/field-error.ts';
import { addressBits, ipAddress, isSloppyIp, parseCidr, type Cidr } from '../fields/ip-format.ts';

const SPECIAL = [
  special('loopback', '127.0.0.0/8, ::1/128'),
  special('link-local', '169.254.0.0/16, fe80::/10'),
  // The message has one prefix, the check another.
  {
    ...special('link-local multicast', '224.0.0.0/24, ff02::/10'),
    ranges: parsed('224.0.0.0/24, ff02::/16'),
  },
];

function special(name: string, ranges: string): { why: string; ranges: readonly (Cidr | undefined)[] } {
  return { why: `may not be in the ${name} range (${ranges})`, ranges: parsed(ranges) };
}

function parsed(ranges: string): (Cidr | undefined)[] {
  return ranges.split(', ').map(parseCidr);
}

/** An address that was there before was accepted by older rules, and stays. */
export function validateNewIp(address: string, field: string, before: ReadonlySet<string>): StatusCause[] {
  return before.has(address) ? [] : malformed(field, address, ipAddress(address));
}

/** Nothing that only means something on one machine or one link. */
export function validateEndpointIp(address: string, field: string): StatusCause[] {
  if (!isSloppyIp(address)) return [invalidValue(field, address, 'must be a valid IP address')];
  if (addressBits(address) === 0n)
    return [invalidValue(field, address, `may not be unspecified (${address})`)];
  return SPECIAL.filter(({ ranges }) => ranges.some((range) => range?.contains(address))).map(({ why }) =>
    invalidValue(field, address, why),
  );
}

import type { StatusCause } from '@banyan/api';
import { invalidValue, malformed } from '../fields/field-error.ts';
import { addressBits, ipAddress, ipFamily } from '../fields/ip-format.ts';

interface SpecialRange {
  readonly why: string;
  /** First address and length of the prefix. */
  readonly ranges: readonly (readonly [string, number])[];
}

const SPECIAL: readonly SpecialRange[] = [
  {
    why: 'may not be in the loopback range (127.0.0.0/8, ::1/128)',
    ranges: [
      ['127.0.0.0', 8],
      ['::1', 128],
    ],
  },
  {
    why: 'may not be in the link-local range (169.254.0.0/16, fe80::/10)',
    ranges: [
      ['169.254.0.0', 16],
      ['fe80::', 10],
    ],
  },
  {
    why: 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
    ranges: [
      ['224.0.0.0', 24],
      ['ff02::', 16],
    ],
  },
];

/** An address that was there before was accepted by older rules, and stays. */
export function validateNewIp(address: string, field: string, before: readonly string[]): StatusCause[] {
  return before.includes(address) ? [] : malformed(field, address, ipAddress(address));
}

/** Nothing that only means something on one machine or one link. */
export function validateEndpointIp(address: string, field: string): StatusCause[] {
  if (ipAddress(address).length > 0) return [invalidValue(field, address, 'must be a valid IP address')];
  if (addressBits(address) === 0n)
    return [invalidValue(field, address, `may not be unspecified (${address})`)];
  return SPECIAL.filter(({ ranges }) => ranges.some((range) => contains(range, address))).map(({ why }) =>
    invalidValue(field, address, why),
  );
}

function contains([first, prefix]: readonly [string, number], address: string): boolean {
  if (ipFamily(first) !== ipFamily(address)) return false;
  const hostBits = BigInt((ipFamily(first) === 'IPv4' ? 32 : 128) - prefix);
  return addressBits(first) >> hostBits === addressBits(address) >> hostBits;
}

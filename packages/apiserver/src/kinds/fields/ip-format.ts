import { isIPv4, isIPv6 } from 'node:net';
import { quoted } from './go-text.ts';

/** Why a text is no IP address, for fields that came before the strict rules (leading zeros count as what they say). */
export function ipAddress(value: string): string[] {
  if (isIPv4(withoutLeadingZeros(value))) return isIPv4(value) ? [] : ['must not have leading 0s'];
  if (!isIPv6(value) || value.includes('%'))
    return ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
  return isMapped(value) ? ['must not be an IPv4-mapped IPv6 address'] : [];
}

/** Why a text is no CIDR. */
export function cidr(value: string): string[] {
  const [address = '', length = '', ...rest] = value.split('/');
  const bits = isIPv4(withoutLeadingZeros(address)) ? 32 : isIPv6(address) ? 128 : 0;
  const isCidr = bits > 0 && rest.length === 0 && /^\d{1,3}$/.test(length) && Number(length) <= bits;
  if (!isCidr) return ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'];
  if (/^0\d/.test(length) || (bits === 32 && !isIPv4(address)))
    return ['must not have leading 0s in IP or prefix length'];
  if (bits === 128 && isMapped(address)) return ['must not have an IPv4-mapped IPv6 address'];
  const hostBits = BigInt(bits - Number(length));
  const isNetwork = addressBits(address) % (1n << hostBits) === 0n;
  return isNetwork ? [] : ['must not have bits set beyond the prefix length'];
}

/** The same for newer fields, which take an address in one form only. */
export function strictIpAddress(value: string): string[] {
  const reasons = ipAddress(value);
  return reasons.length > 0 ? reasons : unlessCanonical(value, canonicalIp(value));
}

export function strictCidr(value: string): string[] {
  const reasons = cidr(value);
  return reasons.length > 0 ? reasons : unlessCanonical(value, canonicalCidr(value));
}

function unlessCanonical(value: string, canonical: string): string[] {
  return value === canonical ? [] : [`must be in canonical form (${quoted(canonical)})`];
}

/** Whether a text would do as an address, leading zeros and all. */
export function isSloppyIp(value: string): boolean {
  return isIPv4(withoutLeadingZeros(value)) || (isIPv6(value) && !value.includes('%'));
}

/** What to say of an address that is one, but should be written otherwise. */
export function ipWarnings(value: string, field: string): string[] {
  return isIPv6(value) ? formWarning(`${field}: IPv6 address`, value, canonicalIp(value)) : [];
}

/** The same of a CIDR. */
export function cidrWarnings(value: string, field: string): string[] {
  if (ipFamily(value) !== 'IPv6' || cidr(value).length > 0) return [];
  return formWarning(`${field}: IPv6 CIDR value`, value, canonicalCidr(value));
}

function formWarning(what: string, value: string, canonical: string): string[] {
  if (canonical === value) return [];
  return [`${what} ${quoted(value)} should be in RFC 5952 canonical format (${quoted(canonical)})`];
}

function canonicalIp(value: string): string {
  return isIPv6(value) ? new URL(`http://[${value}]`).hostname.slice(1, -1) : value;
}

function canonicalCidr(value: string): string {
  const [address = '', length = ''] = value.split('/');
  return `${canonicalIp(address)}/${length}`;
}

/** A range of addresses. */
export interface Cidr {
  readonly family: 'IPv4' | 'IPv6';
  readonly first: string;
  readonly prefixLength: number;
  contains(address: string): boolean;
}

/** Undefined for what is no range. Leading zeros and bits beyond the prefix do not count. */
export function parseCidr(value: string): Cidr | undefined {
  const [why] = cidr(value);
  if (why?.startsWith('must be a valid CIDR')) return undefined;
  const [given = '', length = ''] = value.split('/');
  const first = withoutLeadingZeros(given);
  const family = ipFamily(first);
  const prefixLength = Number(length);
  const hostBits = BigInt((family === 'IPv4' ? 32 : 128) - prefixLength);
  const network = addressBits(first) >> hostBits;
  return {
    family,
    first,
    prefixLength,
    contains: (address) => ipFamily(address) === family && addressBits(address) >> hostBits === network,
  };
}

/** 4 or 6, of an address or a CIDR that is one. */
export function ipFamily(value: string): 'IPv4' | 'IPv6' {
  return value.includes(':') ? 'IPv6' : 'IPv4';
}

/** An address as a number of 32 or 128 bits. */
export function addressBits(address: string): bigint {
  if (!address.includes(':')) return join(address.split('.').map(Number), 8n);
  return join(ipv6Groups(address), 16n);
}

function join(parts: readonly number[], width: bigint): bigint {
  return parts.reduce((sum, part) => (sum << width) | BigInt(part), 0n);
}

function ipv6Groups(address: string): number[] {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  const [, head = address, tail] = dotted ?? [];
  if (tail !== undefined) {
    const bits = addressBits(tail);
    return ipv6Groups(`${head}${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`);
  }
  const [left = '', right] = address.split('::');
  const parse = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  if (right === undefined) return parse(left);
  const [start, end] = [parse(left), parse(right)];
  return [...start, ...Array.from({ length: 8 - start.length - end.length }, () => 0), ...end];
}

function isMapped(address: string): boolean {
  return addressBits(address) >> 32n === 0xffffn;
}

function withoutLeadingZeros(address: string): string {
  return address.replaceAll(/(?<=^|\.)0+(?=\d)/g, '');
}

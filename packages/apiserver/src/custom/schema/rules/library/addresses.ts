import { isIPv4, isIPv6 } from 'node:net';
import type { Environment } from '@marcbachmann/cel-js';
import { quoted } from '../../../../kinds/fields/go-text.ts';
import { addressBits } from '../../../../kinds/fields/ip-format.ts';
import { IDENTITY } from './lists.ts';
import { addFunctions, chargeFor, evaluationProblem } from './register.ts';

class IpAddress {
  readonly text: string;
  readonly bits: bigint;
  readonly family: 4 | 6;

  constructor(text: string) {
    this.text = text;
    this.family = text.includes(':') ? 6 : 4;
    this.bits = addressBits(text);
  }

  get canonical(): string {
    return this.family === 4 ? this.text : new URL(`http://[${this.text}]`).hostname.slice(1, -1);
  }

  /** The first `count` bits. */
  head(count: number): bigint {
    return this.bits >> BigInt((this.family === 4 ? 32 : 128) - count);
  }

  [IDENTITY](): string {
    return `ip${this.family}:${this.bits}`;
  }
}

class Cidr {
  readonly address: IpAddress;
  readonly length: number;

  constructor(address: IpAddress, length: number) {
    this.address = address;
    this.length = length;
  }

  contains(other: IpAddress): boolean {
    const { address, length } = this;
    return address.family === other.family && address.head(length) === other.head(length);
  }

  [IDENTITY](): string {
    return `cidr${this.length}:${this.address[IDENTITY]()}`;
  }
}

function problemOf(text: string): string | undefined {
  chargeFor(text.length);
  if (isIPv4(text)) return undefined;
  if (text.includes('%') && isIPv6(text)) return `IP address ${quoted(text)} with zone value is not allowed`;
  if (!isIPv6(text)) {
    const why = `ParseAddr(${quoted(text)}): ${addressProblem(text)}`;
    return `IP Address ${quoted(text)} parse error during conversion from string: ${why}`;
  }
  return addressBits(text) >> 32n === 0xffffn
    ? `IPv4-mapped IPv6 address ${quoted(text)} is not allowed`
    : undefined;
}

/** Why a text is no address, as Go words it; of those with colons little more than that. */
function addressProblem(text: string): string {
  if (/^[^.:%]*:/.test(text) && !/^(?::|[0-9a-fA-F])/.test(text))
    return `each colon-separated field must have at least one digit (at ${quoted(text)})`;
  if (!/^[^.:%]*\./.test(text)) return 'unable to parse IP';
  const odd = /[^\d.]/.exec(text);
  const parts = text.split('.');
  for (const part of parts.slice(0, odd ? text.slice(0, odd.index).split('.').length : parts.length)) {
    if (/^0\d/.test(part)) return 'IPv4 field has octet with leading zero';
    if (Number.parseInt(part, 10) > 255) return 'IPv4 field has value >255';
  }
  if (odd) return `unexpected character (at ${quoted(text.slice(odd.index))})`;
  if (parts.includes('')) return 'IPv4 field must have at least one digit';
  return parts.length < 4 ? 'IPv4 address too short' : 'IPv4 address too long';
}

function parseIp(text: string): IpAddress {
  const problem = problemOf(text);
  if (problem !== undefined) throw evaluationProblem(problem);
  return new IpAddress(text);
}

function readCidr(text: string): Cidr | undefined {
  const [address = '', length = '', ...rest] = text.split('/', 3);
  const isNumber = /^(?:0|[1-9]\d{0,2})$/.test(length);
  if (rest.length > 0 || !isNumber || problemOf(address) !== undefined) return undefined;
  const ip = new IpAddress(address);
  return Number(length) <= (ip.family === 4 ? 32 : 128) ? new Cidr(ip, Number(length)) : undefined;
}

function parseCidr(text: string): Cidr {
  const cidr = readCidr(text);
  if (cidr !== undefined) return cidr;
  const why = `netip.ParsePrefix(${quoted(text)}): ${cidrProblem(text)}`;
  const said = 'network address parse error during conversion from string: ';
  throw evaluationProblem(`${said}${said}${why}`);
}

function cidrProblem(text: string): string {
  const slash = text.lastIndexOf('/');
  if (slash < 0) return "no '/'";
  const [address, length] = [text.slice(0, slash), text.slice(slash + 1)];
  if (problemOf(address) !== undefined) return `ParseAddr(${quoted(address)}): ${addressProblem(address)}`;
  return /^(?:0|[1-9]\d*)$/.test(length)
    ? 'prefix length out of range'
    : `bad bits after slash: ${quoted(length)}`;
}

/** A text that is no address is to these functions a value of another type. */
function known<T>(value: T | undefined): T {
  if (value === undefined) throw evaluationProblem('no such overload');
  return value;
}

function masked({ address, length }: Cidr): Cidr {
  const width = address.family === 4 ? 32 : 128;
  const bits = address.head(length) << BigInt(width - length);
  return new Cidr(new IpAddress(textOf(bits, address.family)), length);
}

function textOf(bits: bigint, family: 4 | 6): string {
  const [count, width] = family === 4 ? [4, 8n] : [8, 16n];
  const part = (index: number): bigint =>
    (bits >> (BigInt(count - 1 - index) * width)) & ((1n << width) - 1n);
  const parts = Array.from({ length: count }, (_, index) => part(index).toString(family === 4 ? 10 : 16));
  if (family === 4) return parts.join('.');
  return new URL(`http://[${parts.join(':')}]`).hostname.slice(1, -1);
}

const isLoopback = (ip: IpAddress): boolean => (ip.family === 4 ? ip.head(8) === 127n : ip.bits === 1n);
const isUnspecified = (ip: IpAddress): boolean => ip.bits === 0n;
const isLinkLocalMulticast = (ip: IpAddress): boolean =>
  ip.family === 4 ? ip.head(24) === 0xe00000n : ip.head(16) >> 8n === 0xffn && (ip.head(16) & 0xfn) === 2n;
const isLinkLocalUnicast = (ip: IpAddress): boolean =>
  ip.family === 4 ? ip.head(16) === 0xa9fen : ip.head(10) === 0x3fan;
const isMulticast = (ip: IpAddress): boolean =>
  ip.family === 4 ? ip.head(4) === 0xen : ip.head(8) === 0xffn;
const isBroadcast = (ip: IpAddress): boolean => ip.family === 4 && ip.bits === 0xffffffffn;
const isGlobalUnicast = (ip: IpAddress): boolean =>
  ![isUnspecified, isLoopback, isMulticast, isLinkLocalUnicast, isBroadcast].some((is) => is(ip));

class IpNamespace {}

export function addAddresses(environment: Environment): void {
  environment.registerType('net.IP', IpAddress).registerType('net.CIDR', Cidr);
  environment.registerType('IpNamespace', IpNamespace);
  environment.registerConstant('ip', 'IpNamespace', new IpNamespace());
  environment.registerOperator(
    'net.IP == net.IP',
    (a: IpAddress, b: IpAddress) => a[IDENTITY]() === b[IDENTITY](),
  );
  environment.registerOperator('net.CIDR == net.CIDR', (a: Cidr, b: Cidr) => a[IDENTITY]() === b[IDENTITY]());
  addFunctions(environment, {
    'ip(string): net.IP': parseIp,
    'isIP(string): bool': (text: string) => problemOf(text) === undefined,
    'IpNamespace.isCanonical(string): bool': (_: unknown, text: string) => parseIp(text).canonical === text,
    'net.IP.family(): int': (ip: IpAddress) => BigInt(ip.family),
    'net.IP.isUnspecified(): bool': isUnspecified,
    'net.IP.isLoopback(): bool': isLoopback,
    'net.IP.isLinkLocalMulticast(): bool': isLinkLocalMulticast,
    'net.IP.isLinkLocalUnicast(): bool': isLinkLocalUnicast,
    'net.IP.isGlobalUnicast(): bool': isGlobalUnicast,
    'string(net.IP): string': (ip: IpAddress) => ip.canonical,
    'cidr(string): net.CIDR': parseCidr,
    'isCIDR(string): bool': (text: string) => readCidr(text) !== undefined,
    'net.CIDR.containsIP(string): bool': (cidr: Cidr, text: string) =>
      cidr.contains(known(problemOf(text) === undefined ? new IpAddress(text) : undefined)),
    'net.CIDR.containsIP(net.IP): bool': (cidr: Cidr, ip: IpAddress) => cidr.contains(ip),
    'net.CIDR.containsCIDR(string): bool': (cidr: Cidr, text: string) =>
      containsCidr(cidr, known(readCidr(text))),
    'net.CIDR.containsCIDR(net.CIDR): bool': containsCidr,
    'net.CIDR.ip(): net.IP': (cidr: Cidr) => cidr.address,
    'net.CIDR.masked(): net.CIDR': masked,
    'net.CIDR.prefixLength(): int': (cidr: Cidr) => BigInt(cidr.length),
    'string(net.CIDR): string': (cidr: Cidr) => `${cidr.address.canonical}/${cidr.length}`,
  });
}

function containsCidr(outer: Cidr, inner: Cidr): boolean {
  return outer.length <= inner.length && outer.contains(inner.address);
}

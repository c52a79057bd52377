import type { Taken } from './service-allocations.ts';
import { addressBits, cidr, ipFamily, parseCidr } from '../fields/ip-format.ts';

/** What Services are given out of: a cluster's settings. */
export interface ServiceRangeOptions {
  /** Of IPv4. Default: 10.96.0.0/16. */
  readonly clusterIps?: string;
  /** Default: 30000 to 32767. */
  readonly nodePorts?: { readonly min: number; readonly max: number };
}

export interface ServiceRanges {
  readonly addresses: NumberRange;
  readonly ports: NumberRange;
  /** As it was set. */
  readonly network: string;
  /** Where in the range of addresses a text is; undefined outside. */
  readonly offsetOf: (address: string) => number | undefined;
  /** The first and the last address of the range are no host's. */
  readonly isHost: (offset: number) => boolean;
}

/** Numbers that are given out. The first of them are left to those who choose theirs themselves, as long as possible. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly chosenByHand: number;
  /** Where the search for a free one goes on: what was given back is not given out again at once. */
  cursor: number;
  readonly print: (value: number) => string;
}

const DEFAULT_ADDRESSES = '10.96.0.0/16';
const DEFAULT_PORTS = { min: 30_000, max: 32_767 };

/** Throws if the settings make no ranges. */
export function serviceRanges(options: ServiceRangeOptions = {}): ServiceRanges {
  const { clusterIps = DEFAULT_ADDRESSES, nodePorts: ports = DEFAULT_PORTS } = options;
  const range = parseCidr(clusterIps);
  if (range?.family !== 'IPv4' || cidr(clusterIps).length > 0 || range.prefixLength > 30)
    throw new Error(`no range of IPv4 addresses for Services, such as ${DEFAULT_ADDRESSES}: ${clusterIps}`);
  if (!(ports.min >= 1 && ports.min <= ports.max && ports.max <= 65_535))
    throw new Error(`no range of node ports, such as 30000 to 32767: ${ports.min} to ${ports.max}`);
  const size = 2 ** (32 - range.prefixLength);
  const first = Number(addressBits(range.first));
  return {
    network: clusterIps,
    isHost: (offset) => offset > 0 && offset < size - 1,
    // The second address is the API server's.
    addresses: {
      min: 2,
      max: size - 2,
      chosenByHand: byHand(size, 16, 256) - 2,
      cursor: 0,
      print: (offset) => [24, 16, 8, 0].map((shift) => ((first + offset) >>> shift) & 0xff).join('.'),
    },
    ports: { ...ports, chosenByHand: byHand(ports.max - ports.min + 1, 32, 128), cursor: 0, print: String },
    offsetOf: (address) =>
      ipFamily(address) === 'IPv4' && range.contains(address)
        ? Number(addressBits(address)) - first
        : undefined,
  };
}

/** A part of a range, but not less than 16 and not more than some; nothing of a small one. */
function byHand(size: number, part: number, most: number): number {
  return size <= 16 ? 0 : Math.min(Math.max(Math.floor(size / part), 16), most);
}

/** The next that nobody has, which is taken then. Undefined: there is none. */
export function nextFree(range: NumberRange, taken: Taken): number | undefined {
  const { min, max, chosenByHand } = range;
  const middle = min + Math.max(chosenByHand, 0);
  const start = Math.max(range.cursor, middle);
  const free =
    firstFree(range, [start, max], taken) ??
    firstFree(range, [middle, start - 1], taken) ??
    firstFree(range, [min, middle - 1], taken);
  if (free !== undefined) range.cursor = free + 1;
  return free;
}

function firstFree(
  { print }: NumberRange,
  [from, to]: readonly [number, number],
  taken: Taken,
): number | undefined {
  for (let value = from; value <= to; value += 1) {
    const text = print(value);
    if (taken.has(text)) continue;
    taken.add(text);
    return value;
  }
  return undefined;
}

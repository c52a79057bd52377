import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { plainAddress } from './host-name.ts';

/** What a pod may reach and a stranger must not: the node itself, its neighbours on the wire, the cloud's metadata. */
const RESERVED_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // "This host": Linux takes it for loopback.
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // Link-local, and with it the metadata service of AWS, Azure, GCP, OpenStack …
  ['100.100.100.200', 32], // Metadata of Alibaba Cloud.
  ['168.63.129.16', 32], // Azure's host.
  ['192.0.0.192', 32], // Metadata of Oracle Cloud.
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const RESERVED_V6: readonly (readonly [string, number])[] = [
  ['::', 128],
  ['::1', 128],
  ['fe80::', 10],
  ['fec0::', 10], // Site-local, deprecated: some systems still route it to the link.
  ['fd00:ec2::254', 128], // Metadata of AWS.
  ['fd20:ce::254', 128], // Metadata of GCP.
  ['ff00::', 8],
  // IPv4 in IPv6, other than the mapped form: where a translator stands, they lead to the addresses above.
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['2001::', 32],
];

const reserved = new BlockList();
for (const [network, prefix] of RESERVED_V4) reserved.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of RESERVED_V6) reserved.addSubnet(network, prefix, 'ipv6');

/** True also for what is no plain address at all (one with a zone, for instance). */
export function isReservedAddress(address: string): boolean {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return reserved.check(plain, 'ipv4');
  return !isIPv6(plain) || plain.includes('%') || reserved.check(plain, 'ipv6');
}

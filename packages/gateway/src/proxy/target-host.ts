import { BlockList, isIP } from 'node:net';
import { badRequest, forbidden } from '../gateway-errors.ts';

/**
 * What no one means by a service of a member: the agent's own machine, its link, the metadata of clouds. The agent has a
 * policy of its own, which sees addresses; here a name is only a name.
 */
const NOT_ALLOWED = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['255.255.255.255', 32],
  // The metadata address of a cloud that uses none of those above.
  ['100.100.100.200', 32],
] as const)
  NOT_ALLOWED.addSubnet(network, prefix);
for (const [network, prefix] of [
  ['::', 127],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
] as const)
  NOT_ALLOWED.addSubnet(network, prefix, 'ipv6');

const NOT_ALLOWED_NAMES = /^(?:localhost|.+\.localhost|metadata|metadata\.google\.internal|instance-data)$/;

const HOST = /^(?:[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9_])?|\[[0-9a-fA-F:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * The origin of a target in a member's network that a URL names. Throws 400 for what is no host, and 403 for what is not
 * allowed unless `allowed` has it, as `host` or `host:port`.
 */
export function targetOrigin(scheme: 'http' | 'https', host: string, allowed: readonly string[]): URL {
  // Clients in Go, API servers among them, escape the brackets of an IPv6 address.
  const plain = host.replaceAll(/%5b/gi, '[').replaceAll(/%5d/gi, ']');
  const url = HOST.test(plain) ? URL.parse(`${scheme}://${plain}`) : null;
  if (url === null || url.port === '0')
    throw badRequest('what follows http/ or https/ must be a host, or a host and a port');
  const name = url.hostname.replace(/\.$/, '');
  if (isRefused(name) && !allowed.includes(name) && !allowed.includes(url.host))
    throw forbidden(
      `${url.host} is not reached through this gateway: it is the agent's own machine or network link, or a metadata address`,
    );
  return url;
}

/** Node's URL has brought addresses into their one form: no octal, hexadecimal or short ones are left. */
function isRefused(hostname: string): boolean {
  const address = hostname.replaceAll(/^\[|\]$/g, '');
  const family = isIP(address);
  if (family === 0) return NOT_ALLOWED_NAMES.test(hostname);
  return NOT_ALLOWED.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

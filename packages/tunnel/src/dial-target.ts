import { isIPv6 } from 'node:net';

/** Where a stream ends, as seen from the agent. */
export interface DialTarget {
  /** A name or an address; IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
}

/** A DNS name with its dots has at most 253 characters. */
const HOST = /^[A-Za-z0-9._-]{1,253}$/;

/** `host:port`, with brackets around an IPv6 address. Throws a TypeError for what cannot be dialled. */
export function formatAuthority({ host, port }: DialTarget): string {
  if (!isPort(port)) throw new TypeError(`not a port: ${port}`);
  if (isIPv6(host) && !host.includes('%')) return `[${host}]:${port}`;
  if (!HOST.test(host)) throw new TypeError(`not a host: ${JSON.stringify(host.slice(0, 64))}`);
  return `${host}:${port}`;
}

/** The reverse; undefined for anything else. */
export function parseAuthority(authority: string): DialTarget | undefined {
  const match = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(authority);
  if (match === null) return undefined;
  const [, address, name, digits] = match;
  const port = Number(digits);
  if (!isPort(port)) return undefined;
  if (address !== undefined)
    return isIPv6(address) && !address.includes('%') ? { host: address, port } : undefined;
  return name !== undefined && HOST.test(name) ? { host: name, port } : undefined;
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}

import { isIP } from 'node:net';
import { AgentError } from '../agent-error.ts';
import { hostName, isName, plainAddress } from './host-name.ts';

/** One entry of `--tunnel-allow`. */
export interface AllowedTarget {
  /** An address, a name, or what stands after the `*` of a pattern (`.svc`). */
  readonly host: string;
  readonly kind: 'address' | 'name' | 'suffix';
  /** Undefined: every port. */
  readonly port: number | undefined;
}

/** `host:port`, `host`, `*.svc`, `*.shop.svc:443`, `[fd00::1]:443`. Throws an AgentError that names the entry. */
export function parseAllowList(entries: readonly string[]): AllowedTarget[] {
  return entries.map((entry) => {
    const target = parseEntry(entry.trim());
    if (target !== undefined) return target;
    throw new AgentError(
      'bad-option',
      `--tunnel-allow: "${entry}" is none of host:port, host, address:port, [IPv6]:port, *.suffix, *.suffix:port`,
    );
  });
}

function parseEntry(entry: string): AllowedTarget | undefined {
  const [match, bracketed, bare = '', digits] =
    /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(entry) ?? [];
  if (match === undefined)
    return isIP(entry) === 6 ? { host: plainAddress(entry), kind: 'address', port: undefined } : undefined;
  const port = digits === undefined ? undefined : Number(digits);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  const host = bracketed ?? bare;
  if (bracketed !== undefined && isIP(host) !== 6) return undefined;
  if (isIP(host) !== 0) return { host: plainAddress(host), kind: 'address', port };
  if (host.startsWith('*.')) {
    const suffix = hostName(host.slice(2));
    return isName(suffix) ? { host: `.${suffix}`, kind: 'suffix', port } : undefined;
  }
  return isName(host) ? { host: hostName(host), kind: 'name', port } : undefined;
}

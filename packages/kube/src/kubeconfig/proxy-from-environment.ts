import { BlockList, isIP, isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a server by HTTPS_PROXY, HTTP_PROXY and NO_PROXY (upper case first, then lower), by the rules
 * of Go's net/http, since kubectl follows them. Undefined: no proxy.
 */
export function proxyFromEnvironment(server: URL, env: Environment): string | undefined {
  const secure = server.protocol === 'https:';
  // In a CGI program HTTP_PROXY is a header that a stranger sent.
  if (!secure && variable(env, 'REQUEST_METHOD') !== undefined) return undefined;
  const proxy = variable(env, secure ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (proxy === undefined) return undefined;
  const target = {
    host: server.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: server.port === '' ? (secure ? '443' : '80') : server.port,
  };
  if (isExempt(target, variable(env, 'NO_PROXY') ?? '')) return undefined;
  return /^[a-z][a-z0-9+.-]*:\/\/./i.test(proxy) ? proxy : `http://${proxy}`;
}

function variable(env: Environment, name: string): string | undefined {
  return [env[name], env[name.toLowerCase()]].find((value) => value !== undefined && value !== '');
}

interface Target {
  readonly host: string;
  readonly port: string;
}

function isExempt(target: Target, noProxy: string): boolean {
  if (target.host === 'localhost' || isLoopback(target.host)) return true;
  const entries = noProxy
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '');
  return entries.includes('*') || entries.some((entry) => matches(entry, target));
}

function isLoopback(host: string): boolean {
  return isIPv4(host) ? host.startsWith('127.') : isIP(host) === 6 && inNetwork(host, '::1', 128);
}

function matches(entry: string, target: Target): boolean {
  const network = parseNetwork(entry);
  if (network !== undefined) return isIP(target.host) !== 0 && inNetwork(target.host, ...network);
  const { host, port } = splitPort(entry);
  if (host === '' || (port !== '' && port !== target.port)) return false;
  if (isIP(host) !== 0) return isIP(target.host) !== 0 && inNetwork(target.host, host, fullPrefix(host));
  return isIP(target.host) === 0 && matchesDomain(host, target.host);
}

/** `example.com` is itself and all below it; `.example.com` and `*.example.com` only what is below it. */
function matchesDomain(pattern: string, host: string): boolean {
  const bare = pattern.startsWith('*.') ? pattern.slice(1) : pattern;
  const suffix = bare.startsWith('.') ? bare : `.${bare}`;
  const ascii = domainToASCII(suffix.slice(1)) || suffix.slice(1);
  return host.endsWith(`.${ascii}`) || (bare !== suffix && host === ascii);
}

function parseNetwork(entry: string): [string, number] | undefined {
  const [address = '', prefix = ''] = entry.split('/');
  if (!entry.includes('/') || isIP(address) === 0 || !/^\d+$/.test(prefix)) return undefined;
  return Number(prefix) <= fullPrefix(address) ? [address, Number(prefix)] : undefined;
}

/** `host`, `host:port`, `[v6]:port`, bare `v6`. */
function splitPort(entry: string): Target {
  if (isIP(entry) !== 0) return { host: entry, port: '' };
  const match = /^(?:\[([^\]]*)\]|([^:]*)):([^:]*)$/.exec(entry);
  return match === null
    ? { host: entry, port: '' }
    : { host: match[1] ?? match[2] ?? '', port: match[3] ?? '' };
}

function fullPrefix(address: string): number {
  return isIPv4(address) ? 32 : 128;
}

function inNetwork(address: string, network: string, prefix: number): boolean {
  const list = new BlockList();
  list.addSubnet(network, prefix, isIPv4(network) ? 'ipv4' : 'ipv6');
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

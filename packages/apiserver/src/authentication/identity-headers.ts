const PREFIXES = ['impersonate-', 'x-remote-'];

/**
 * True for the headers that say who asks. Whoever passes a request on (to an aggregated server, a node, a service)
 * leaves them out: they were this server's to judge, and a token in them is not for others to see.
 */
export function isIdentityHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === 'authorization' || PREFIXES.some((prefix) => lower.startsWith(prefix));
}

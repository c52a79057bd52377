import type { IncomingHttpHeaders } from 'node:http';

/**
 * The response headers that clients act on. Left out: date, content-length, audit-id and the priority-and-fairness
 * ids, which differ on every request and tell a client nothing; connection and transfer-encoding, which belong to
 * the connection.
 */
const RECORDED_HEADERS = [
  'content-type', // how to read the body
  'warning', // shown to people by kubectl
  'retry-after', // when to come back
  'allow', // what else could be done on this path
  'location', // where to go instead
  'etag', // cached discovery
  'last-modified', // cached OpenAPI
  'cache-control', // whether anything between may keep it
  'expires',
  'vary', // on which request headers the answer depends
  'www-authenticate', // how to log in
  'content-encoding',
  'x-content-type-options', // browsers must not guess
  'upgrade', // streams
  'sec-websocket-protocol',
] as const;

export function recordedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const recorded: Record<string, string> = {};
  for (const name of RECORDED_HEADERS) {
    const value = headers[name];
    if (value !== undefined) recorded[name] = String(value);
  }
  return recorded;
}

import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { withoutTokenProtocol } from '../authentication/bearer-token.ts';

/** What belongs to one connection and not to the message. */
const OF_CONNECTION = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Who the caller is was found out here; what proves it goes no further, and nobody speaks for others by our word. */
const OF_CALLER = /^(authorization$|impersonate-|x-remote-)/;

/**
 * The headers of a request as the next server gets them: without those of the connection and without credentials.
 * `upgrade` keeps the one that asks for another protocol. `added` replaces what the client sent under the same name, and
 * takes it away where it is undefined.
 */
export function forwardedHeaders(
  request: IncomingMessage,
  { added = {}, upgrade = false }: { added?: OutgoingHttpHeaders; upgrade?: boolean } = {},
): OutgoingHttpHeaders {
  const headers = endToEnd(request);
  for (const name of Object.keys(headers)) if (OF_CALLER.test(name)) delete headers[name];
  delete headers['host'];
  const address = request.socket.remoteAddress;
  if (address !== undefined) {
    const before = headers['x-forwarded-for'];
    headers['x-forwarded-for'] = before === undefined ? address : `${String(before)}, ${address}`;
  }
  const protocols = withoutToken(request.headers['sec-websocket-protocol'] ?? '');
  if (protocols === '') delete headers['sec-websocket-protocol'];
  else headers['sec-websocket-protocol'] = protocols;
  if (upgrade) Object.assign(headers, { connection: 'Upgrade', upgrade: request.headers.upgrade });
  for (const [name, value] of Object.entries(added)) {
    if (value === undefined) delete headers[name.toLowerCase()];
    else headers[name.toLowerCase()] = value;
  }
  return headers;
}

/** A WebSocket of a browser brings its token as the name of a protocol. */
function withoutToken(protocols: string): string {
  return withoutTokenProtocol(protocols.split(',').map((protocol) => protocol.trim())).join(', ');
}

/** The headers of an answer or a request that are not about the connection it came by. */
export function endToEnd({ headersDistinct, headers }: IncomingMessage): OutgoingHttpHeaders {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const kept: OutgoingHttpHeaders = {};
  // HTTP/2 requests have no `headersDistinct`.
  for (const [name, value] of Object.entries(headersDistinct ?? headers)) {
    // Names that begin with a colon are parts of HTTP/2's request line.
    if (name.startsWith(':') || OF_CONNECTION.has(name) || named.has(name) || value === undefined) continue;
    kept[name] = Array.isArray(value) && value.length === 1 ? value[0] : value;
  }
  return kept;
}

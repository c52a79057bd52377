import { firstValue, valuesOf, type HeaderValues } from './header-values.ts';

/** The token that a request brings, if any, or what is wrong with how it brings it. */
export interface BroughtToken {
  readonly token?: string;
  readonly warning?: string;
  readonly error?: string;
}

const EXTRA_SPACE =
  'the provided Authorization header contains extra space before the bearer token, and is ignored';

/** `Authorization: Bearer TOKEN`, the word in any case. Other schemes are none of ours. */
export function bearerToken(headers: HeaderValues): BroughtToken {
  const [scheme = '', token, ...rest] = firstValue(headers, ['authorization']).trim().split(' ');
  if (token === undefined || scheme.toLowerCase() !== 'bearer') return {};
  if (token === '') return rest.length > 0 ? { warning: EXTRA_SPACE } : {};
  return { token };
}

const PROTOCOL_PREFIX = 'base64url.bearer.authorization.k8s.io.';

/**
 * The token among the subprotocols of a WebSocket: browsers cannot send an Authorization header. Another subprotocol
 * must be there too, for the server to choose.
 */
export function webSocketToken(headers: HeaderValues): BroughtToken {
  const upgrades = valuesOf(headers, 'upgrade').some((value) => value.toLowerCase() === 'websocket');
  if (!upgrades) return {};
  const protocols = valuesOf(headers, 'sec-websocket-protocol')
    .flatMap((value) => value.split(','))
    .map((protocol) => protocol.trim());
  const bearers = protocols.filter((protocol) => protocol.startsWith(PROTOCOL_PREFIX));
  const [bearer] = bearers;
  if (bearer === undefined) return {};
  if (bearers.length > 1) return { error: 'multiple base64.bearer.authorization tokens specified' };
  const encoded = bearer.slice(PROTOCOL_PREFIX.length);
  if (!/^[\w-]*$/.test(encoded)) return { error: 'invalid base64.bearer.authorization token encoding' };
  const token = Buffer.from(encoded, 'base64url').toString();
  if (token === '') return {};
  return protocols.length === 1 ? { error: 'missing additional subprotocol' } : { token };
}

/** The subprotocols without the token: what the server may choose from, and pass on. */
export function withoutTokenProtocol(protocols: readonly string[]): string[] {
  return protocols.filter((protocol) => !protocol.startsWith(PROTOCOL_PREFIX));
}

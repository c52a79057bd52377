import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { withoutTokenProtocol } from '../authentication/bearer-token.ts';
import { ApiError, nothingServed } from '../errors/api-error.ts';
import { proxyRequest, type ProxyRequestOptions } from '../proxying/proxy-request.ts';
import { proxyUpgrade } from '../proxying/proxy-upgrade.ts';
import { UnreachableError } from '../proxying/unreachable-error.ts';
import { isLongRunning } from '../serving/request-info.ts';
import type { RequestScope } from '../serving/request-scope.ts';
import { send } from '../serving/send.ts';
import { originOf, type Backend } from './backend.ts';
import { escapedPath, hasDotSegments } from '../proxying/escaped-path.ts';
import { identityHeaders, UnspeakableIdentityError } from './identity-headers.ts';
import type { Address } from './service-address.ts';

/** As kube-apiserver: what is not answered by then will not be. Watches and other streams may take any time. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Methods that do nothing, and so may be asked twice. */
const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** Passes a request on to the server that answers for its group, in the caller's name. */
export async function proxyToBackend(scope: RequestScope, backend: Backend): Promise<void> {
  const address = backend.nextAddress();
  if (address === undefined) return sendUnavailable(scope);
  if (hasDotSegments(scope.info.path)) throw nothingServed();
  scope.leave();
  const isStream = scope.upgrade !== undefined || isLongRunning(scope.info);
  const leave = isStream ? () => {} : backend.limit.enter(scope.user.name);
  try {
    await (isStream
      ? passOn(scope, backend, { address, signal: scope.signal })
      : passOnInTime(scope, backend, address));
  } catch (error) {
    if (!(error instanceof UnreachableError || error instanceof UnspeakableIdentityError)) throw error;
    await sendUnavailable(scope, `error trying to reach service: ${error.message}`);
  } finally {
    leave();
  }
}

/** In the words, and the form, of a server that has no `Status` for it. */
export function sendUnavailable({ response }: RequestScope, why = 'service unavailable'): Promise<void> {
  return send(response, {
    status: 503,
    body: `${why}\n`,
    contentType: 'text/plain; charset=utf-8',
    headers: { 'x-content-type-options': 'nosniff' },
  });
}

async function passOnInTime(scope: RequestScope, backend: Backend, address: Address): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), REQUEST_TIMEOUT_MS);
  try {
    await passOn(scope, backend, { address, signal: AbortSignal.any([scope.signal, late.signal]) });
  } finally {
    clearTimeout(timer);
  }
  if (!late.signal.aborted || scope.response.headersSent) return;
  const message = 'Timeout: request did not complete within the allotted timeout';
  throw new ApiError({ code: 504, reason: 'Timeout', message, details: {} });
}

async function passOn(
  scope: RequestScope,
  backend: Backend,
  { address, signal }: { address: Address; signal: AbortSignal },
): Promise<void> {
  const { request, response, upgrade, method } = scope;
  const target = targetOf(scope, backend, address);
  const options: ProxyRequestOptions = { ...target, signal, answerHeaders: uncached };
  if (upgrade !== undefined) return proxyUpgrade(request, response, upgrade, options);
  try {
    await proxyRequest(request, response, options);
  } catch (error) {
    // A kept connection may have been closed at the very moment at which it was used again.
    if (!SAFE_METHODS.has(method) || !isClosed(error)) throw error;
    await proxyRequest(request, response, options);
  }
}

function targetOf({ request, info, query, user }: RequestScope, backend: Backend, address: Address) {
  const path = escapedPath(info.path);
  const url = new URL(path, originOf(address));
  const sorted = new URLSearchParams(query);
  sorted.sort();
  url.search = sorted.toString();
  const forwarded = { 'X-Forwarded-Uri': path, 'X-Forwarded-Host': url.host, 'X-Forwarded-Proto': 'https' };
  const headers: OutgoingHttpHeaders = { ...identityHeaders(user), ...forwarded, ...subprotocols(request) };
  return { url, headers, tls: backend.tls, agent: backend.agent };
}

/** Those of a WebSocket, without the one that is a token: that was for this server. */
function subprotocols({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const asked = headers['sec-websocket-protocol'];
  if (asked === undefined) return {};
  const protocols = asked.split(',').map((protocol) => protocol.trim());
  return { 'Sec-WebSocket-Protocol': withoutTokenProtocol(protocols).join(', ') };
}

/** Nothing on the way keeps it, unless the backend says so. */
function uncached(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return { 'cache-control': 'no-cache, private', ...headers };
}

function isClosed(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return error instanceof UnreachableError && cause?.code === 'ECONNRESET';
}

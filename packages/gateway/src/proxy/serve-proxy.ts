import type { OutgoingHttpHeaders } from 'node:http';
import { proxyRequest, proxyUpgrade, type ProxyRequestOptions, type RequestScope } from '@banyan/apiserver';
import { authorizationHeaders, impersonationHeaders, type Credentials } from '@banyan/kube';
import { notReachable } from '../gateway-errors.ts';
import type { Caller } from '../identity/caller.ts';
import type { Member } from '../members/member.ts';
import type { ConnectionPool, ConnectionPools } from './connection-pools.ts';
import { routeTo, said, type MemberRoute, type ProxiedPath, type RouteOptions } from './member-routes.ts';
import { isLostConnection, proxyFailure } from './proxy-failure.ts';

export interface ProxyOptions extends RouteOptions {
  readonly pools: ConnectionPools;
}

/** Methods that do nothing, and so may be asked twice. */
const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** Passes a request on into a member. Throws ApiErrors while there is no answer. */
export async function serveProxy(
  scope: RequestScope,
  { member, path, caller }: { member: Member; path: ProxiedPath; caller: Caller },
  options: ProxyOptions,
): Promise<void> {
  const route = routeTo(member, path, options);
  let target = path.type === 'direct' ? 'its API server' : path.host;
  try {
    const pool = await options.pools.get(route, caller.passed);
    const url = new URL(pool.connection.server);
    target = url.host;
    const headers = await headersFor(pool, { member, route, caller });
    await passOn(scope, {
      url,
      path: `${url.pathname.replace(/\/+$/, '')}${path.path}`,
      headers: { ...headers, host: url.host, cookie: undefined },
      connect: () => pool.open(scope.signal),
      agent: pool.agent,
      answerHeaders: withoutCookies,
      signal: scope.signal,
    });
  } catch (error) {
    throw proxyFailure(member, target, error);
  }
}

async function passOn(
  { request, response, upgrade, method }: RequestScope,
  options: ProxyRequestOptions,
): Promise<void> {
  if (upgrade !== undefined) return proxyUpgrade(request, response, upgrade, options);
  try {
    await proxyRequest(request, response, options);
  } catch (error) {
    if (!SAFE_METHODS.has(method) || !isLostConnection(error)) throw error;
    await proxyRequest(request, response, options);
  }
}

/** Who goes there: whoever the caller's own credentials say, or the caller himself by the hub's. */
async function headersFor(
  { connection }: ConnectionPool,
  { member, route, caller }: { member: Member; route: MemberRoute; caller: Caller },
): Promise<OutgoingHttpHeaders> {
  if (caller.passed !== undefined) return authorizationHeaders(caller.passed);
  // The hub's credential is for API servers alone, and nobody in particular needs none.
  if (!route.isApiServer || caller.isAnonymous) return {};
  const own = member.access.type === 'agent' ? tokenOf(member.access) : await connection.credentials?.get();
  const isUsable = own?.token ?? own?.basic ?? own?.clientCertificate;
  if (own === undefined || isUsable === undefined)
    throw notReachable(
      `${said(member)}: the hub has no credential yet with which you could go there as yourself; an agent of Banyan brings one, others need clusternet-token`,
    );
  const identity = await caller.identityIn(member);
  return { ...authorizationHeaders(own), ...impersonationHeaders(identity) };
}

function tokenOf({ token }: { readonly token?: string }): Credentials | undefined {
  return token === undefined ? undefined : { token };
}

/** Cookies of one member would be sent to all, since all are at the hub's address. */
function withoutCookies(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const { 'set-cookie': _, ...rest } = headers;
  return rest;
}

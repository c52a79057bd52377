import type { IncomingMessage } from 'node:http';
import { takeConnection, type RequestScope, type Security } from '@banyan/apiserver';
import { badRequest, forbidden, unavailable, unknownMember } from '../gateway-errors.ts';
import { callerOf } from '../identity/caller.ts';
import { passedCredentials } from '../identity/passed-credentials.ts';
import type { MemberTunnels } from '../member-tunnels.ts';
import type { MemberDirectory } from '../members/member-directory.ts';
import type { ProxiedPath } from '../proxy/member-routes.ts';
import { serveProxy, type ProxyOptions } from '../proxy/serve-proxy.ts';
import { parseSocketPath, type SocketPath } from './socket-path.ts';

export interface SocketRouteOptions extends ProxyOptions {
  readonly members: MemberDirectory;
  readonly tunnels: MemberTunnels;
  readonly security: Pick<Security, 'authorizer'>;
  /** What a request's caller sent along for the member. */
  readonly passedWith: (request: IncomingMessage) => Readonly<Record<string, readonly string[]>>;
  readonly isSynced: () => boolean;
  readonly anonymousProxy: boolean;
}

/** The WebSocket subprotocol of our agents, which they announce by ALPN, too; those without one are Clusternet's. */
export const H2_PROTOCOL = 'banyan.h2.v1';

/** Answers whatever is below `sockets/`, once the caller may do it by the hub's roles. Throws ApiErrors. */
export async function serveSocket(scope: RequestScope, options: SocketRouteOptions): Promise<void> {
  const path = parseSocketPath(scope.request.url ?? '');
  requireSameAsAuthorized(scope, path);
  // It is answered elsewhere, and may take as long as it likes.
  scope.leave();
  if (!options.isSynced()) throw unavailable('the gateway is still learning which members there are', 1);
  if (path.type === 'socket' || path.type === 'attach') return acceptAgent(scope, path, options);
  return proxy(scope, path, options);
}

function proxy(scope: RequestScope, path: ProxiedPath, options: SocketRouteOptions): Promise<void> {
  const passed = passedCredentials(options.passedWith(scope.request));
  const caller = callerOf(scope.user, passed, options.security);
  if (caller.isAnonymous && !options.anonymousProxy)
    throw forbidden('nobody goes to a member without saying who he is, unless the hub has --anonymous-proxy');
  const member = options.members.find(path.member);
  if (member === undefined) throw unknownMember(path.member);
  return serveProxy(scope, { member, path, caller }, options);
}

/** That this account may be the agent of this member is what the hub's roles have just said. */
async function acceptAgent(
  { request, response, upgrade, signal }: RequestScope,
  { type, member: id }: SocketPath,
  { members, tunnels }: SocketRouteOptions,
): Promise<void> {
  if (upgrade === undefined || request.headers.upgrade?.toLowerCase() !== 'websocket')
    throw badRequest('agents connect here, by WebSocket; requests to the member go to proxy/direct');
  const speaksH2 = (request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .some((protocol) => protocol.trim() === H2_PROTOCOL);
  if (type === 'attach' && !speaksH2) throw badRequest(`agents speak ${H2_PROTOCOL} here`);
  const member = await members.awaitId(id, signal);
  if (member === undefined) throw unknownMember(id);
  if (signal.aborted) return;
  const socket = takeConnection(response, upgrade);
  tunnels.accept(member.id, { request, socket, head: Buffer.alloc(0) }, speaksH2 ? 'h2' : 'remotedialer');
}

/** Roles were asked about the path as it reads unescaped. */
function requireSameAsAuthorized({ info }: RequestScope, { type, member }: SocketPath): void {
  const subresource = type === 'socket' ? undefined : type === 'attach' ? 'attach' : 'proxy';
  const isSame = info.type === 'resource' && info.name === member && info.subresource === subresource;
  if (!isSame) throw badRequest('the path to a socket is ambiguous');
}

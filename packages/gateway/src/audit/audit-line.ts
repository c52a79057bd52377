import { parseRequestInfo, type AnsweredRequest } from '@banyan/apiserver';
import type { Member } from '../members/member.ts';
import { parseSocketPath, SOCKETS_PATH, type SocketPath } from '../routing/socket-path.ts';

export interface AuditContext {
  readonly findMember: (idOrName: string) => Pick<Member, 'id' | 'name'> | undefined;
  readonly now: () => Date;
}

/**
 * One line of JSON for one request that is over: who, which member, what, and the answer. Undefined for requests that are
 * about no member (discovery, health). It never has a credential: of headers it reads the source alone, of the query
 * nothing but whether it is a watch.
 */
export function auditLine(answered: AnsweredRequest, { findMember, now }: AuditContext): string | undefined {
  const { request, user, status, durationMs } = answered;
  const { url = '', method = 'GET' } = request;
  if (!url.startsWith(SOCKETS_PATH)) return undefined;
  const path = pathOf(url);
  const member = path === undefined ? undefined : findMember(path.member);
  return JSON.stringify({
    time: now().toISOString(),
    ...(user === undefined ? {} : { user: user.name, groups: user.groups.length }),
    memberId: member?.id ?? path?.member ?? '',
    memberName: member?.name ?? '',
    ...(path === undefined ? { path: 'refused' } : askedOf(method, path)),
    status,
    durationMs: Math.round(durationMs),
    source: sourcesOf(answered),
  });
}

function pathOf(url: string): SocketPath | undefined {
  try {
    return parseSocketPath(url);
  } catch {
    return undefined;
  }
}

function askedOf(method: string, path: SocketPath): object {
  if (path.type === 'socket' || path.type === 'attach') return { verb: 'attach', via: path.type };
  const [asked = '/', query = ''] = path.path.split('?', 2);
  if (path.type !== 'direct')
    return { verb: method.toLowerCase(), via: path.type, host: path.host, path: asked };
  const info = parseRequestInfo(method, asked, new URLSearchParams(query));
  if (info.type === 'path') return { verb: info.verb, via: 'direct', path: info.path };
  const { verb, group, resource, subresource, namespace, name } = info;
  // Undefined fields are left out of the JSON.
  return { verb: verb || method.toLowerCase(), via: 'direct', group, resource, subresource, namespace, name };
}

/** As Kubernetes' audit: what is said on the way, then who is at the other end of the connection. */
function sourcesOf({ request, remoteAddress = '' }: AnsweredRequest): string[] {
  const said = request.headers['x-forwarded-for'];
  const forwarded = (Array.isArray(said) ? said.join(',') : (said ?? '')).split(',');
  const all = [...forwarded, remoteAddress].map((address) => address.trim());
  return [...new Set(all.filter((address) => /^[0-9a-fA-F:.]{2,45}$/.test(address)))];
}

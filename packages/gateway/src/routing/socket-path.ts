import { badRequest, nothingThere } from '../gateway-errors.ts';

export const PROXIES_GROUP = 'proxies.clusternet.io';
export const PROXIES_VERSION = 'v1alpha1';
export const SOCKETS_PATH = `/apis/${PROXIES_GROUP}/${PROXIES_VERSION}/sockets/`;

/** What a URL below `sockets/` asks for. */
export type SocketPath =
  /** The member's connection itself: what old agents open. */
  | { readonly type: 'socket'; readonly member: string }
  | { readonly type: 'attach'; readonly member: string }
  | { readonly type: 'direct'; readonly member: string; readonly path: string }
  | {
      readonly type: 'http' | 'https';
      readonly member: string;
      /** `host` or `host:port`, not looked at yet. */
      readonly host: string;
      readonly path: string;
    };

/** Of a cluster id or a member's name: nothing that would have to be unescaped. */
const MEMBER = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;

/**
 * Reads a request's URL as it came: what it says to the member, path and query, is passed on byte for byte. Throws 400
 * for tricks (dots, escaped or double slashes, backslashes), 404 for what is not there.
 */
export function parseSocketPath(url: string): SocketPath {
  const { path, query } = splitUrl(url);
  if (!path.startsWith(SOCKETS_PATH)) throw badRequest('the path to a socket must not be escaped');
  refuseTricks(path, query);
  const [member = '', subresource, kind, ...rest] = path.slice(SOCKETS_PATH.length).split('/');
  if (!MEMBER.test(member)) throw badRequest('a socket is named by a cluster id, or by the name of a member');
  if (isEndOf(subresource, [kind, ...rest])) return { type: 'socket', member };
  if (subresource === 'attach' && isEndOf(kind, rest)) return { type: 'attach', member };
  if (subresource !== 'proxy') throw nothingThere(`sockets/${member}/${subresource}`, 'proxy or attach');
  const asked = `/${rest.join('/')}`;
  if (kind === 'direct') return { type: 'direct', member, path: `${asked}${query}` };
  const [host = '', ...below] = rest;
  if ((kind === 'http' || kind === 'https') && host !== '')
    return { type: kind, member, host, path: `/${below.join('/')}${query}` };
  throw nothingThere(`sockets/${member}/proxy/${kind ?? ''}`, 'direct, http/HOST or https/HOST');
}

/** A slash at the end makes no difference. */
function isEndOf(part: string | undefined, rest: readonly (string | undefined)[]): boolean {
  return (part === undefined || part === '') && rest.every((one) => one === undefined);
}

/** `query` with its question mark. */
function splitUrl(url: string): { path: string; query: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark) };
}

/** Throws 400 for a URL that two servers could read in two ways. */
export function refuseTricks(path: string, query: string): void {
  if (/[^\x21-\x7e]/.test(path + query)) throw badRequest('the URL has characters that must be escaped');
  if (/[\\#]/.test(path) || query.includes('#'))
    throw badRequest('the URL has a backslash or a fragment in it');
  if (path.includes('//')) throw badRequest('the path has two slashes in a row');
  if (/%(?![0-9a-fA-F]{2})/.test(path)) throw badRequest('the path has a percent sign that escapes nothing');
  if (/%(?:2f|5c|00)/i.test(path)) throw badRequest('the path has an escaped slash, backslash or zero byte');
  const isDots = (segment: string) => /^\.{1,2}$/.test(segment.replaceAll(/%2e/gi, '.'));
  if (path.split('/').some(isDots)) throw badRequest('the path has . or .. in it');
}

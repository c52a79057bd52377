import { TEMPLATES_PATH } from '@banyan/api/banyan';
import { badRequest } from '../gateway-errors.ts';

export const SHADOW_GROUP = 'shadow';
export const SHADOW_VERSION = 'v1alpha1';
const SHADOW_PATH = `/apis/${SHADOW_GROUP}/${SHADOW_VERSION}/`;

/** Where a plural of the shadow group is in the native API. */
export interface NativePlace {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** True for objects of the shadow group, not for its discovery. */
export function isShadowPath(path: string): boolean {
  return path.startsWith(SHADOW_PATH) && path.length > SHADOW_PATH.length;
}

/**
 * The native URL of one of the shadow group: `deployments/web` → `/apis/apps/v1/deployments/web`. `resource` is the
 * plural that the URL names. Throws 400 for one that hides it.
 */
export function nativeOfShadow(url: string, resource: string, place: NativePlace): string {
  const { path, query } = splitUrl(url);
  if (!path.startsWith(SHADOW_PATH)) throw badRequest('the path to a template must not be escaped');
  const parts = path.slice(SHADOW_PATH.length).split('/');
  const begin = parts[0] === 'watch' ? 1 : 0;
  const isInNamespace = parts[begin] === 'namespaces' && parts[begin + 2] === resource;
  const at = isInNamespace ? begin + 2 : begin;
  if (parts[at] !== resource) throw badRequest('the path to a template must not be escaped');
  const root = place.group === '' ? `/api/${place.version}` : `/apis/${place.group}/${place.version}`;
  return `${root}/${parts.with(at, place.resource).join('/')}${query}`;
}

/** What follows the native door in a URL, from its slash on; `/` if nothing does. Throws 400 for one that hides it. */
export function nativeBelowDoor(url: string): string {
  if (!url.startsWith(TEMPLATES_PATH)) throw badRequest('the path to templates must not be escaped');
  const rest = url.slice(TEMPLATES_PATH.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** `query` with its question mark. */
export function splitUrl(url: string): { path: string; query: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark) };
}

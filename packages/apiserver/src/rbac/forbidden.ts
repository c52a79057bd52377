import { ApiError } from '../errors/api-error.ts';
import { qualified } from '../errors/api-error.ts';
import { quoted } from '../kinds/fields/go-text.ts';
import type { UserInfo } from '../serving/user-info.ts';
import type { AccessRequest } from './access-request.ts';

/** Sent with every refusal: no browser may take its text for a page. */
const HEADERS = { 'x-content-type-options': 'nosniff' };

/** The 403 that a request gets which no authorizer allows. */
export function accessForbidden(user: UserInfo, access: AccessRequest, reason = ''): ApiError {
  const message = withoutMarkup(refusal(user, access)) + (reason === '' ? '' : `: ${reason}`);
  if (access.type === 'path') return forbidden({ group: '', resource: '' }, '', message, HEADERS);
  return forbidden({ group: access.group, resource: access.resource }, access.name, message, HEADERS);
}

/** A 403 about an object, or about all of a resource when the name is empty. */
export function forbidden(
  of: { readonly group: string; readonly resource: string },
  name: string,
  why: string,
  headers: Readonly<Record<string, string>> = {},
): ApiError {
  const what = [...(of.resource === '' ? [] : [qualified(of)]), ...(name === '' ? [] : [quoted(name)])];
  const message = what.length === 0 ? `forbidden: ${why}` : `${what.join(' ')} is forbidden: ${why}`;
  const details = {
    ...(name !== '' && { name }),
    ...(of.group !== '' && { group: of.group }),
    ...(of.resource !== '' && { kind: of.resource }),
  };
  return new ApiError({ code: 403, reason: 'Forbidden', message, details }, { headers });
}

function refusal(user: UserInfo, access: AccessRequest): string {
  const subject = `User ${quoted(user.name)} cannot ${access.verb}`;
  if (access.type === 'path') return `${subject} path ${quoted(access.path)}`;
  const { group, resource, subresource, namespace } = access;
  const what = quoted(subresource === '' ? resource : `${resource}/${subresource}`);
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${quoted(namespace)}`;
  return `${subject} resource ${what} in API group ${quoted(group)} ${where}`;
}

const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function withoutMarkup(text: string): string {
  return text.replace(/[&<>]/g, (character) => MARKUP[character] ?? character);
}

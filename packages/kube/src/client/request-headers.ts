import type { Credentials, Impersonation } from '../kubeconfig/cluster-connection.ts';

export type HeaderFields = Record<string, string | string[]>;

export function authorizationHeaders(credentials: Credentials): HeaderFields {
  if (credentials.token !== undefined) return { authorization: `Bearer ${credentials.token}` };
  if (credentials.basic === undefined) return {};
  const { username, password } = credentials.basic;
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

/** Groups and extras become a header line each: joined by commas they would be one strange group. */
export function impersonationHeaders(impersonation: Impersonation | undefined): HeaderFields {
  if (impersonation === undefined) return {};
  const headers: HeaderFields = { 'impersonate-user': impersonation.user };
  if (impersonation.uid !== undefined) headers['impersonate-uid'] = impersonation.uid;
  if (impersonation.groups !== undefined && impersonation.groups.length > 0) {
    headers['impersonate-group'] = [...impersonation.groups];
  }
  for (const [key, values] of Object.entries(impersonation.extra ?? {})) {
    if (values.length > 0) headers[`impersonate-extra-${escapeExtraKey(key)}`] = [...values];
  }
  return headers;
}

/** Characters that may stand in a header's name; `%` is not among them because it begins an escape. */
const HEADER_NAME_CHARACTER = /[a-z0-9!#$&'*+\-.^_`|~]/;

/** The server lower-cases the name and undoes percent escapes. In lower case, since HTTP/2 has no other. */
function escapeExtraKey(key: string): string {
  let escaped = '';
  for (const byte of Buffer.from(key.toLowerCase())) {
    const character = String.fromCharCode(byte);
    escaped += HEADER_NAME_CHARACTER.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`;
  }
  return escaped;
}

import type { UserInfo } from '../serving/user-info.ts';
import { dnsLabel, dnsSubdomain } from '../kinds/fields/name-format.ts';

export const ANONYMOUS = 'system:anonymous';
export const AUTHENTICATED = 'system:authenticated';
export const UNAUTHENTICATED = 'system:unauthenticated';
export const NODES_GROUP = 'system:nodes';

/** In a user's extra: which certificate or token he came with, without its secret. */
export const CREDENTIAL_ID = 'authentication.kubernetes.io/credential-id';

export const ANONYMOUS_USER: UserInfo = { name: ANONYMOUS, groups: [UNAUTHENTICATED], extra: {} };

const SERVICE_ACCOUNT_PREFIX = 'system:serviceaccount:';
const NODE_PREFIX = 'system:node:';

/** The user name of a service account. */
export function serviceAccountUser(namespace: string, name: string): string {
  return `${SERVICE_ACCOUNT_PREFIX}${namespace}:${name}`;
}

export function serviceAccountGroups(namespace: string): string[] {
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}

/** Which service account a user name stands for; undefined for any other, and for one that cannot exist. */
export function parseServiceAccountUser(user: string): { namespace: string; name: string } | undefined {
  if (!user.startsWith(SERVICE_ACCOUNT_PREFIX)) return undefined;
  const [namespace = '', name = '', ...rest] = user.slice(SERVICE_ACCOUNT_PREFIX.length).split(':');
  const isValid = rest.length === 0 && dnsLabel(namespace).length === 0 && dnsSubdomain(name).length === 0;
  return isValid ? { namespace, name } : undefined;
}

/** Which node a user name stands for. */
export function parseNodeUser(user: string): string | undefined {
  if (!user.startsWith(NODE_PREFIX)) return undefined;
  const name = user.slice(NODE_PREFIX.length);
  return dnsSubdomain(name).length === 0 ? name : undefined;
}

/** Whoever logged in is in the group of those, unless his login says in which of the two he is. */
export function asAuthenticated(user: UserInfo): UserInfo {
  const { name, groups } = user;
  if (name === ANONYMOUS || groups.includes(AUTHENTICATED) || groups.includes(UNAUTHENTICATED)) return user;
  return { ...user, groups: [...groups, AUTHENTICATED] };
}

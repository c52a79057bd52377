import { validateHeaderValue } from 'node:http';
import { MEMBER_ADMINS_GROUP } from '@banyan/api/banyan';
import type { UserInfo } from '@banyan/apiserver';
import type { Impersonation } from '@banyan/kube';
import { badRequest } from '../gateway-errors.ts';

/** Names that mean something in every cluster, and ours, mean another one in the member. */
const RESERVED = /^(?:system|banyan):/;
const PREFIX = 'banyan:';

/**
 * Who a caller of the hub is in a member. Accounts and components of the hub get a prefix, so that they are never taken
 * for the member's own of the same name; of the groups those stay that people are in. Throws 400 for a name that cannot be
 * said in a header.
 */
export function memberIdentity({ name, groups }: UserInfo, isAdministrator: boolean): Impersonation {
  const own = groups.filter((group) => !RESERVED.test(group));
  return {
    user: asHeader(RESERVED.test(name) ? `${PREFIX}${name}` : name),
    groups: [
      ...new Set(own.map(asHeader)),
      'system:authenticated',
      ...(isAdministrator ? [MEMBER_ADMINS_GROUP] : []),
    ],
  };
}

/** Headers are bytes: letters beyond ASCII go out as those of their UTF-8. */
function asHeader(text: string): string {
  const bytes = Buffer.from(text).toString('latin1');
  try {
    validateHeaderValue('impersonate-user', bytes);
  } catch {
    throw badRequest('your name, or a group of yours, has characters that cannot be sent to a member');
  }
  return bytes;
}

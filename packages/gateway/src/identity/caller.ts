import type { Security, UserInfo } from '@banyan/apiserver';
import type { Credentials, Impersonation } from '@banyan/kube';
import type { Member } from '../members/member.ts';
import { PROXIES_GROUP } from '../routing/socket-path.ts';
import { memberIdentity } from './member-identity.ts';

/** Who asks, as the proxy sees him. */
export interface Caller {
  readonly isAnonymous: boolean;
  /** The member's credentials that he brought. */
  readonly passed: Credentials | undefined;
  /** Who he is in a member, if he goes as himself. Asks the hub whether he administers it. */
  identityIn(member: Member): Promise<Impersonation>;
}

const ANONYMOUS = 'system:anonymous';

export function callerOf(
  user: UserInfo,
  passed: Credentials | undefined,
  { authorizer }: Pick<Security, 'authorizer'>,
): Caller {
  return {
    isAnonymous: user.name === ANONYMOUS,
    passed,
    identityIn: async ({ id }) => {
      const { allowed } = await authorizer.authorize(user, {
        type: 'resource',
        verb: 'administer',
        group: PROXIES_GROUP,
        resource: 'sockets',
        subresource: '',
        namespace: '',
        name: id,
      });
      return memberIdentity(user, allowed);
    },
  };
}

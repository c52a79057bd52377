import { MEMBER_ADMINS_GROUP } from '@banyan/api/banyan';
import type { KubeObject } from '@banyan/api';
import { isForbidden, KubeClient, staticCredentials, type Impersonation } from '@banyan/kube';
import { GATEWAY_GRANT, type AccessGrant } from './access-grant.ts';

const SELF_REVIEWS = { group: 'authorization.k8s.io', version: 'v1', resource: 'selfsubjectaccessreviews' };
const ANYONE: Impersonation = {
  user: 'banyan:access-check',
  groups: [MEMBER_ADMINS_GROUP, 'system:authenticated'],
};

interface SelfReview extends KubeObject {
  status?: { allowed?: boolean };
}

/** What an account may not do in the member, though its purpose needs it; undefined if all is well. */
export async function missingRights(
  memberClient: KubeClient,
  grant: AccessGrant,
  token: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const client = new KubeClient({ ...memberClient.connection, credentials: staticCredentials({ token }) });
  const isGateway = grant === GATEWAY_GRANT;
  try {
    const review = await client.create<SelfReview>(SELF_REVIEWS, mayDoEverything(), {
      signal,
      ...(isGateway && { impersonate: ANYONE }),
    });
    if (review.status?.allowed === true) return undefined;
    return isGateway
      ? `group ${MEMBER_ADMINS_GROUP} is not bound to cluster-admin`
      : `account ${grant.account} is not bound to cluster-admin`;
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return `account ${grant.account} may not impersonate users and groups`;
  } finally {
    await client.close();
  }
}

function mayDoEverything(): SelfReview {
  return {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    metadata: {},
    spec: { resourceAttributes: { verb: '*', group: '*', resource: '*' } },
  };
}

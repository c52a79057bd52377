import type { KubeObject } from '@banyan/api';
import { reviewAccess, reviewLocalAccess, reviewOwnAccess } from '../rbac/access-review.ts';
import type { RbacAuthorizer } from '../rbac/rbac-authorizer.ts';
import { reviewOwnRules } from '../rbac/rules-review.ts';
import type { UserInfo } from '../serving/user-info.ts';
import { withCreatorsFields, type Creator } from './creators-fields.ts';
import type { RequestLogin } from './request-login.ts';
import { reviewSelf } from './self-review.ts';
import { reviewToken } from './token-review.ts';

interface ReviewCall extends Creator {
  readonly user: UserInfo;
  /** From the path; undefined for the reviews that are of no namespace. */
  readonly namespace: string | undefined;
}

/** Answers a create (201) of a kind that is not kept. `body` is decoded. Throws ApiErrors. */
export type ReviewEndpoint = (body: KubeObject, call: ReviewCall) => KubeObject;

/** The endpoints of authentication.k8s.io/v1 and authorization.k8s.io/v1, by resource. A dry run is no different. */
export function reviewEndpoints(
  rbac: RbacAuthorizer,
  login: RequestLogin,
): ReadonlyMap<string, ReviewEndpoint> {
  return new Map<string, ReviewEndpoint>([
    ['tokenreviews', (body, call) => reviewToken(login, ownedBody(body, call))],
    ['selfsubjectreviews', (body, { user, now }) => reviewSelf(body, user, now)],
    ['subjectaccessreviews', (body, call) => reviewAccess(rbac, ownedBody(body, call))],
    ['selfsubjectaccessreviews', (body, call) => reviewOwnAccess(rbac, ownedBody(body, call), call.user)],
    ['selfsubjectrulesreviews', (body, { user }) => reviewOwnRules(rbac, body, user)],
    [
      'localsubjectaccessreviews',
      (body, call) => reviewLocalAccess(rbac, withCreatorsFields(body, call), call.namespace ?? ''),
    ],
  ]);
}

/** What is of no namespace forgets one that it is given. */
function ownedBody(body: KubeObject, call: ReviewCall): KubeObject {
  const { namespace: _, ...metadata } = body.metadata;
  return withCreatorsFields({ ...body, metadata }, call);
}

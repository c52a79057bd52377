import { createHash } from 'node:crypto';
import type { KubeObject } from '@banyan/api';
import type { KubeClient } from '@banyan/kube';
import { NO_LOGIN, refused, type LoginOutcome } from '../../authentication/login-outcome.ts';
import { internalError } from '../../errors/api-error.ts';
import type { AccessRequest } from '../../rbac/access-request.ts';
import type { Decision } from '../../rbac/authorizer.ts';
import type { UserInfo } from '../../serving/user-info.ts';
import { ReviewCache } from './review-cache.ts';

const ACCESS_REVIEWS = { group: 'authorization.k8s.io', version: 'v1', resource: 'subjectaccessreviews' };
const TOKEN_REVIEWS = { group: 'authentication.k8s.io', version: 'v1', resource: 'tokenreviews' };

/** Asks the parent what users may do and whose tokens are whose. Answers are kept for a short while. */
export class ParentReviews {
  readonly #parent: KubeClient;
  readonly #decisions: ReviewCache<Decision>;
  readonly #logins: ReviewCache<LoginOutcome>;

  constructor(parent: KubeClient, now: () => Date) {
    this.#parent = parent;
    this.#decisions = new ReviewCache(now);
    this.#logins = new ReviewCache(now);
  }

  authorize(user: UserInfo, access: AccessRequest): Promise<Decision> {
    const spec = accessSpec(user, access);
    return this.#decisions.get(JSON.stringify(spec), async () => {
      const { status } = await this.#review<{ allowed?: boolean; reason?: string }>(ACCESS_REVIEWS, {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        spec,
      });
      return { allowed: status?.allowed === true, reason: status?.reason ?? '' };
    });
  }

  login(token: string): Promise<LoginOutcome> {
    return this.#logins.get(createHash('sha256').update(token).digest('base64'), async () => {
      const { status } = await this.#review<TokenStatus>(TOKEN_REVIEWS, {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenReview',
        spec: { token },
      });
      if (status?.authenticated !== true) return refused('invalid bearer token');
      const { username = '', uid = '', groups = [], extra = {} } = status.user ?? {};
      if (username === '') return NO_LOGIN;
      return { type: 'user', user: { name: username, ...(uid !== '' && { uid }), groups, extra } };
    });
  }

  /** Reviews are never kept: they have no name, and the answer is in their status. */
  async #review<T>(of: typeof ACCESS_REVIEWS, review: object): Promise<{ status?: T }> {
    try {
      const answer = await this.#parent.create(of, { metadata: {}, ...review } as KubeObject);
      return answer as { status?: T };
    } catch (error) {
      throw internalError(`the parent API server could not be asked: ${(error as Error).message}`, error);
    }
  }
}

interface TokenStatus {
  readonly authenticated?: boolean;
  readonly user?: {
    readonly username?: string;
    readonly uid?: string;
    readonly groups?: readonly string[];
    readonly extra?: Readonly<Record<string, readonly string[]>>;
  };
}

function accessSpec({ name, uid, groups, extra }: UserInfo, access: AccessRequest): object {
  const { type, ...attributes } = access;
  const filled = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ''));
  return {
    user: name,
    ...(uid !== undefined && { uid }),
    groups,
    extra,
    ...(type === 'path' ? { nonResourceAttributes: filled } : { resourceAttributes: filled }),
  };
}

import type { IncomingMessage } from 'node:http';
import type { Security } from '@banyan/apiserver';
import { splitExtra } from './identity/passed-credentials.ts';

type Extra = Readonly<Record<string, readonly string[]>>;

export interface GatewaySecurity extends Security {
  /** What a request's caller sent along for the member. */
  readonly passedWith: (request: IncomingMessage) => Extra;
}

/**
 * Security that takes the member's credentials out of the caller's identity as soon as it is known, so that no review,
 * message or audit ever has them.
 */
export function withPassedCredentials(security: Security): GatewaySecurity {
  const passedBy = new WeakMap<IncomingMessage, Extra>();
  return {
    authenticate: async (request, warn) => {
      const user = await security.authenticate(request, warn);
      const { passed, rest } = splitExtra(user.extra);
      if (Object.keys(passed).length === 0) return user;
      passedBy.set(request, passed);
      return { ...user, extra: rest };
    },
    authorizer: security.authorizer,
    passedWith: (request) => passedBy.get(request) ?? {},
  };
}

import { ApiError } from '../errors/api-error.ts';
import type { UserInfo } from '../serving/user-info.ts';
import { ANONYMOUS_USER } from './identity.ts';

/** What one way to log in, or all of them together, make of a request. */
export type LoginOutcome =
  | {
      readonly type: 'user';
      readonly user: UserInfo;
      /** For whom the credential is good, of those that were asked for. Undefined: for whoever asks. */
      readonly audiences?: readonly string[];
      readonly warnings?: readonly string[];
    }
  /** Nothing that this way understands. */
  | { readonly type: 'none'; readonly warnings?: readonly string[] }
  /** Credentials that are not good. Why is for token reviews alone, and never holds any of the credential. */
  | { readonly type: 'refused'; readonly errors: readonly string[] };

export const NO_LOGIN: LoginOutcome = { type: 'none' };

export function refused(error: string): LoginOutcome {
  return { type: 'refused', errors: [error] };
}

/** Who asks: whoever logged in, or nobody in particular. Throws 401 for credentials that are not good. */
export function userOf(outcome: LoginOutcome): UserInfo {
  switch (outcome.type) {
    case 'user':
      return outcome.user;
    case 'none':
      return ANONYMOUS_USER;
    case 'refused':
      throw new ApiError({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
  }
}

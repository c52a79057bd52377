import type { KubeObject } from '@banyan/api';
import { badRequest } from '../errors/api-error.ts';
import { userOf } from './login-outcome.ts';
import { aggregateMessage } from './message-lists.ts';
import { INVALID_TOKEN, type RequestLogin } from './request-login.ts';
import { userOnWire } from './user-on-wire.ts';

/**
 * TokenReview: who is this, and for whom is the token? `body` is decoded and has its creator's managedFields. Throws
 * 400 for a review without a token; a token that is no good is an answer.
 */
export function reviewToken(login: RequestLogin, body: KubeObject): KubeObject {
  const { token = '', audiences } = (body['spec'] ?? {}) as {
    token?: string;
    audiences?: readonly string[] | null;
  };
  if (token === '') throw badRequest('token is required for TokenReview in authentication');
  const asked = audiences?.length ? audiences : login.audiences;
  const headers = { authorization: [`Bearer ${token}`] };
  const outcome = login.login({ headers, certificates: [] }, asked);
  if (outcome.type === 'refused') {
    // The token is first held against one that the real server gives to itself, which it never is.
    const error = aggregateMessage([INVALID_TOKEN, ...outcome.errors]);
    return { ...body, status: { user: {}, error } };
  }
  const goodFor = (outcome.type === 'user' ? outcome.audiences : undefined) ?? asked;
  const user = userOnWire(userOf(outcome));
  return { ...body, status: { authenticated: true, user, audiences: [...goodFor] } };
}

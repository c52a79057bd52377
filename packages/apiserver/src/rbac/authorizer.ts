import type { UserInfo } from '../serving/user-info.ts';
import type { AccessRequest } from './access-request.ts';

export interface Decision {
  readonly allowed: boolean;
  /** Why, for reviews and refusals; empty where there is nothing to say. Made when it is asked for. */
  readonly reason: string;
}

/** Called for every request, so it answers at once and from memory. Never throws. */
export interface Authorizer {
  authorize(user: UserInfo, access: AccessRequest): Decision;
}

/** Whoever is in it may do everything, whatever the roles say. */
export const SUPERUSER_GROUP = 'system:masters';

export const ALLOWED: Decision = { allowed: true, reason: '' };

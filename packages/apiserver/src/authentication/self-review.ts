import type { KubeObject } from '@banyan/api';
import { timestamp } from '../registry/object-draft.ts';
import type { UserInfo } from '../serving/user-info.ts';
import { userOnWire } from './user-on-wire.ts';

/** SelfSubjectReview: who am I? The answer has nothing of the question in it. */
export function reviewSelf({ kind, apiVersion }: KubeObject, user: UserInfo, now: Date): KubeObject {
  const metadata = { creationTimestamp: timestamp(now) };
  return { kind, apiVersion, metadata, status: { userInfo: userOnWire(user) } };
}

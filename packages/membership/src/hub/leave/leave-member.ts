import { FORGET_ANNOTATION, LEAVE_ANNOTATION } from '@banyan/api/banyan';
import { MANAGED_CLUSTERS, type ManagedCluster } from '@banyan/api/clusternet';
import { sleep, systemClock, type Clock } from '@banyan/controller';
import type { KubeClient } from '@banyan/kube';
import { findMember } from '../find-member.ts';
import { deleteIfExists, getIfExists } from '../lenient-requests.ts';

const LOOK_EVERY_MS = 250;

export interface LeaveMemberOptions {
  readonly hubClient: KubeClient;
  /** Of the member; its id will do as well. */
  readonly name: string;
  /** Takes away what the hub deployed there first. Default: it stays. */
  readonly drain?: boolean;
  /** Its agent may register it again at once. Default: only when a person approves it. */
  readonly forget?: boolean;
  /** Resolve only when the member is gone. Default: when its leaving has begun. */
  readonly wait?: boolean;
  /** Called when its leaving has begun. */
  readonly onLeaving?: () => void;
  readonly clock?: Clock;
  readonly signal: AbortSignal;
}

/** Makes a member leave. Throws MembershipError `not-found`. Asked again while it leaves, it changes only how. */
export async function leaveMember(options: LeaveMemberOptions): Promise<ManagedCluster> {
  const { hubClient, drain = false, forget = false, wait = false, clock = systemClock, signal } = options;
  const member = await findMember(hubClient, options.name, signal);
  const { namespace = '', name = '', uid } = member.metadata;
  const key = { namespace, name };
  const annotations = {
    [LEAVE_ANNOTATION]: drain ? 'drain' : 'orphan',
    [FORGET_ANNOTATION]: forget ? 'true' : null,
  };
  const body = { metadata: { annotations } };
  await hubClient.patch(MANAGED_CLUSTERS, key, { type: 'merge', body }, { signal });
  await deleteIfExists(hubClient, { resource: MANAGED_CLUSTERS, key, uid }, signal);
  options.onLeaving?.();
  const isThere = async (): Promise<boolean> =>
    (await getIfExists(hubClient, MANAGED_CLUSTERS, key, signal))?.metadata.uid === uid;
  while (wait && (await isThere())) await sleep(clock, LOOK_EVERY_MS, signal);
  return member;
}

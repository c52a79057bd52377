import type { AggregatedStatus, Feed, FeedStatus, FeedStatusPerCluster } from '@banyan/api/clusternet';
import type { TemplateStatus } from '../../status/aggregate-status.ts';
import type { ReplicaCounters } from '../../status/object-health.ts';
import type { Member } from '../../words/member.ts';

/** How a Subscription tells the state of one feed. `members` knows every member of the status by name. */
export function aggregatedStatusOf(
  feed: Feed,
  status: TemplateStatus,
  members: ReadonlyMap<string, Pick<Member, 'id'>>,
): AggregatedStatus {
  return {
    ...feed,
    feedStatusSummary: feedStatus(status.isAvailable, status.counters),
    feedStatusDetails: status.members.map(({ member, isAvailable, status: own }): FeedStatusPerCluster => ({
      clusterId: members.get(member)?.id ?? '',
      clusterName: member,
      ...feedStatus(isAvailable, own?.counters),
    })),
  };
}

function feedStatus(available: boolean, counters: ReplicaCounters | undefined): FeedStatus {
  return { available, ...(counters && { replicaStatus: { ...counters } }) };
}

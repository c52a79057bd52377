import type { ManagedCluster, ManagedClusterStatus } from '@banyan/api/clusternet';
import type { JsonObject } from '@banyan/api';
import { createMergePatch } from '@banyan/patch';
import type { CollectedStatus } from './collect-status.ts';
import { withCondition } from './ready-condition.ts';

/** Change with every look: they go along with a heartbeat and are no reason for one. */
const RESTLESS_FIELDS = ['lastObservedTime', 'podStatistics', 'resourceUsage'] as const;

/** The status as it should be; what the hub and others have put into it stays. */
export function nextStatus(
  member: ManagedCluster,
  collected: CollectedStatus,
  now: string,
): ManagedClusterStatus {
  const { status = {} } = member;
  const next = { ...status, ...collected.fields, lastObservedTime: now };
  next.conditions = withCondition(status.conditions ?? [], collected.ready, now);
  // Fields that are undefined are to go.
  return JSON.parse(JSON.stringify(next)) as ManagedClusterStatus;
}

/** True if the hub does not know something that it should know at once. */
export function isNews(member: ManagedCluster, next: ManagedClusterStatus): boolean {
  const settled = (status: ManagedClusterStatus): JsonObject => {
    const rest: ManagedClusterStatus = { ...status };
    for (const field of RESTLESS_FIELDS) delete rest[field];
    return rest as JsonObject;
  };
  return Object.keys(createMergePatch(settled(member.status ?? {}), settled(next))).length > 0;
}

/** Refused by the server if anyone wrote in between: conditions are a list, and a list is set as a whole. */
export function statusPatch(member: ManagedCluster, next: ManagedClusterStatus): object {
  const status = createMergePatch((member.status ?? {}) as JsonObject, next as JsonObject);
  return { metadata: { resourceVersion: member.metadata.resourceVersion ?? '' }, status };
}

import { LEAVE_ANNOTATION } from '@banyan/api/banyan';
import type { ManagedCluster } from '@banyan/api/clusternet';

/** The member leaves, and what runs there stays: nobody takes anything away. */
export function isLetGo({ metadata }: Readonly<ManagedCluster>): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.annotations?.[LEAVE_ANNOTATION] !== 'drain';
}

/** Heartbeats are most of what happens to a member: a text that differs when something else did. */
export function membershipText({ metadata, spec, status }: Readonly<ManagedCluster>): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status;
  return JSON.stringify([
    metadata.uid,
    metadata.deletionTimestamp !== undefined,
    metadata.annotations?.[LEAVE_ANNOTATION],
    spec.clusterId,
    spec.syncMode,
    status?.appPusher,
    status?.useSocket,
    ready,
  ]);
}

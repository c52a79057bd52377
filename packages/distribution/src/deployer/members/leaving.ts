import { LEAVE_ANNOTATION } from '@banyan/api/banyan';
import { MANAGED_CLUSTERS, type ManagedCluster } from '@banyan/api/clusternet';
import type { KubeClient } from '@banyan/kube';

/** The member leaves, and what runs there stays: nobody takes anything away. */
export function isLetGo({ metadata }: Readonly<ManagedCluster>): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.annotations?.[LEAVE_ANNOTATION] !== 'drain';
}

/**
 * As the hub has it, not the cache: a work that ends because its member was let go may be heard of before the member,
 * which may even have gone by then. It is asked before anything is taken away.
 */
export async function isLetGoByNow(
  hubClient: KubeClient,
  namespace: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { items } = await hubClient.list<ManagedCluster>(MANAGED_CLUSTERS, { namespace, signal });
  return items.every(isLetGo);
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

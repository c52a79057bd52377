import type { KubeObject } from '@banyan/api';
import type { ManagedClusterStatus } from '@banyan/api/clusternet';
import type { KubeClient } from '@banyan/kube';
import { sumQuantities } from './node-summary.ts';

const PODS = { group: '', version: 'v1', resource: 'pods' };
const NODE_METRICS = { group: 'metrics.k8s.io', version: 'v1beta1', resource: 'nodes' };
const PAGE = 500;

export type ClusterUsage = Pick<ManagedClusterStatus, 'podStatistics' | 'resourceUsage'>;

interface NodeMetrics extends KubeObject {
  usage?: { cpu?: string; memory?: string };
}

/** What runs and what it uses. Only where metrics are served: throws isNotFound or ServiceUnavailable elsewhere. */
export async function readUsage(memberClient: KubeClient, signal: AbortSignal): Promise<ClusterUsage> {
  const { items } = await memberClient.list<NodeMetrics>(NODE_METRICS, { signal });
  const cpuUsage = sumQuantities(items.map(({ usage }) => usage?.cpu));
  const memoryUsage = sumQuantities(items.map(({ usage }) => usage?.memory));
  return {
    podStatistics: {
      runningPods: await countPods(memberClient, 'status.phase=Running', signal),
      totalPods: await countPods(memberClient, undefined, signal),
    },
    resourceUsage: { ...(cpuUsage && { cpuUsage }), ...(memoryUsage && { memoryUsage }) },
  };
}

/** Metadata in pages: without a selector the server counts the rest itself, and one page is enough. */
async function countPods(
  memberClient: KubeClient,
  fieldSelector: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  let next: string | undefined;
  do {
    const page = await memberClient.list(PODS, {
      metadataOnly: true,
      limit: PAGE,
      signal,
      ...(fieldSelector !== undefined && { fieldSelector }),
      ...(next !== undefined && { continue: next }),
    });
    count += page.items.length;
    if (page.metadata.remainingItemCount !== undefined) return count + page.metadata.remainingItemCount;
    next = page.metadata.continue || undefined;
  } while (next !== undefined);
  return count;
}

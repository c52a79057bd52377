import type { ManagedCluster } from '@banyan/api/clusternet';
import type { KubeClient } from '@banyan/kube';

const MANAGED_CLUSTERS = { group: 'clusters.clusternet.io', version: 'v1beta1', resource: 'managedclusters' };

/** Whether these are members, and ready. */
export async function hasMembers(hubClient: KubeClient, names: readonly string[]): Promise<boolean> {
  const { items } = await hubClient.list<ManagedCluster>(MANAGED_CLUSTERS);
  const ready = items.filter(({ status }) =>
    status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True'),
  );
  return names.every((name) => ready.some(({ metadata }) => metadata.name === name));
}

import { MANAGED_CLUSTERS } from '@banyan/api/clusternet';
import type { KubeClient } from '@banyan/kube';

/** As the first heartbeat does. */
export async function markReady(hubClient: KubeClient, name: string): Promise<void> {
  const lastTransitionTime = new Date().toISOString();
  const ready = { type: 'Ready', status: 'True', reason: 'Ready', message: '', lastTransitionTime };
  const body = { status: { conditions: [ready], healthz: true, predictorDirectAccess: false } };
  const key = { namespace: `clusternet-${name}`, name };
  await hubClient.patch(MANAGED_CLUSTERS, key, { type: 'merge', body }, { subresource: 'status' });
}

import type { KubeObject } from '@banyan/api';
import { LEGACY_CLUSTER_ID_ANNOTATION } from '@banyan/api/clusternet';
import type { KubeClient } from '@banyan/kube';

const LEASES = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' };

/** A cluster is known by the agent's Lease: its uid, or the id that a person wrote on it when the Lease was lost. */
export function clusterIdOf(lease: KubeObject): string {
  const { uid, annotations } = lease.metadata;
  const id = annotations?.[LEGACY_CLUSTER_ID_ANNOTATION] || uid;
  if (id === undefined) throw new TypeError('a Lease from the API server has no uid');
  return id;
}

/** To be called once the Lease is held: before that there may be none. */
export async function readClusterId(
  memberClient: KubeClient,
  lease: { readonly namespace: string; readonly name: string },
  signal: AbortSignal,
): Promise<string> {
  return clusterIdOf(await memberClient.get(LEASES, lease, { signal }));
}

import { setTimeout as delay } from 'node:timers/promises';
import { MANAGED_CLUSTERS, type ManagedCluster, type ManagedClusterStatus } from '@banyan/api/clusternet';
import { isConflict, type KubeClient } from '@banyan/kube';

export interface FarmHeartbeatOptions {
  readonly hubClient: KubeClient;
  /** Of the ManagedCluster. */
  readonly name: string;
  readonly periodMs: number;
  readonly random: () => number;
}

/** As an agent's: what was started at once does not stay together. */
const JITTER = 0.1;
/** Of the period: one that takes longer is counted as late. */
const LATE = 0.05;

/** Writes as an agent does: one patch of the status a period, with the resourceVersion that was seen last. */
export async function runFarmHeartbeat(
  { hubClient, name, periodMs, random }: FarmHeartbeatOptions,
  onWritten: (isLate: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  const key = { namespace: `clusternet-${name}`, name };
  let status: ManagedClusterStatus = firstStatus();
  let version: string | undefined;
  // In a fleet that has run for a while heartbeats come evenly.
  let pauseMs = periodMs * random();
  while (!signal.aborted) {
    const startedMs = performance.now();
    version ??= (await hubClient.get(MANAGED_CLUSTERS, key)).metadata.resourceVersion ?? '';
    try {
      const body = { metadata: { resourceVersion: version }, status };
      const patch = { type: 'merge', body } as const;
      const written = await hubClient.patch<ManagedCluster>(MANAGED_CLUSTERS, key, patch, {
        subresource: 'status',
      });
      version = written.metadata.resourceVersion;
      onWritten(performance.now() - startedMs > periodMs * LATE);
    } catch (error) {
      if (!isConflict(error)) throw error;
      version = undefined;
      continue;
    }
    await delay(pauseMs, undefined, { signal });
    pauseMs = periodMs * (1 - JITTER * random());
    status = { lastObservedTime: now() };
  }
}

/** What the first one says; from then on only the time changes. */
function firstStatus(): ManagedClusterStatus {
  const time = now();
  const condition = { type: 'Ready', status: 'True' as const, reason: 'ManagedClusterReady' };
  return {
    lastObservedTime: time,
    k8sVersion: 'v1.36.3',
    platform: 'linux/amd64',
    apiserverURL: 'https://10.96.0.1:443',
    healthz: true,
    livez: true,
    readyz: true,
    clusterCIDR: '10.244.0.0/16',
    serviceCIDR: '10.96.0.0/16',
    conditions: [{ ...condition, message: 'the API server is healthy', lastTransitionTime: time }],
  };
}

function now(): string {
  return new Date().toISOString().replace(/\.\d+/, '');
}

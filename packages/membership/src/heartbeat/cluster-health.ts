import { KubeError, type KubeClient } from '@banyan/kube';
import type { ClusterHealth } from './ready-condition.ts';

const UNHEALTHY: ClusterHealth = { healthz: false, livez: false, readyz: false };

/** What the three endpoints say; `trouble` is there if the member could not be asked at all. */
export async function readHealth(
  memberClient: KubeClient,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<{ health: ClusterHealth; trouble?: string }> {
  const isHealthy = async (path: string): Promise<boolean> => {
    const { status, body } = await memberClient.request({ method: 'GET', path, timeoutMs, signal });
    body.on('error', () => undefined).resume();
    return status === 200;
  };
  try {
    const [healthz, livez, readyz] = await Promise.all([
      isHealthy('/healthz'),
      isHealthy('/livez'),
      isHealthy('/readyz'),
    ]);
    return { health: { healthz, livez, readyz } };
  } catch (error) {
    signal.throwIfAborted();
    return {
      health: UNHEALTHY,
      trouble: error instanceof KubeError ? error.message : 'its API server cannot be asked',
    };
  }
}

import { rm } from 'node:fs/promises';
import { tellReaper } from '../kubernetes/reaper.ts';
import { startCluster, temporaryFolder } from '../kubernetes/start-cluster.ts';
import { clusterTarget, type StartedTarget } from './kubectl-target.ts';

/**
 * A real cluster to run scenarios on.
 * 'living' has everything that scenarios need; 'bare' is an API server alone.
 * One node, so that it is known where a pod is; scenarios that want another make it.
 */
export async function startRealTarget(kind: 'living' | 'bare'): Promise<StartedTarget> {
  const isLiving = kind === 'living';
  const cluster = await startCluster(isLiving ? { controllers: true, scheduler: true, kwokNodes: 1 } : {});
  const dir = await temporaryFolder('banyan-kubectl-');
  const stop = async () => {
    await cluster.stop();
    await rm(dir, { recursive: true, force: true });
    tellReaper({ forget: dir });
  };
  return { target: clusterTarget(cluster, isLiving ? ['controllers', 'kubelet', 'machine'] : []), dir, stop };
}

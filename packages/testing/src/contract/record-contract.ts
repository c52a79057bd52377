import { startCluster } from '../kubernetes/start-cluster.ts';
import type { ContractCase } from './contract-case.ts';
import { clusterTarget } from './contract-target.ts';
import { runCases, type CaseOutcome } from './run-cases.ts';

/**
 * Runs cases on real Kubernetes. Those that need controllers or a kubelet get a cluster that has them; the others get
 * a bare API server, where nobody else changes objects between two exchanges.
 */
export async function runOnRealKubernetes(cases: readonly ContractCase[]): Promise<Map<string, CaseOutcome>> {
  const bare = cases.filter((one) => !needsLife(one));
  const living = cases.filter(needsLife);
  return new Map([...(await onBareCluster(bare)), ...(await onLivingCluster(living))]);
}

function needsLife({ needs }: ContractCase): boolean {
  return needs.includes('controllers') || needs.includes('kubelet');
}

async function onBareCluster(cases: readonly ContractCase[]): Promise<Map<string, CaseOutcome>> {
  if (cases.length === 0) return new Map();
  await using cluster = await startCluster({ name: 'contract' });
  return await runCases(cases, clusterTarget(cluster));
}

async function onLivingCluster(cases: readonly ContractCase[]): Promise<Map<string, CaseOutcome>> {
  if (cases.length === 0) return new Map();
  const options = { controllers: true, scheduler: true, kwokNodes: 2 };
  await using cluster = await startCluster({ name: 'contract-living', ...options });
  return await runCases(cases, clusterTarget(cluster, ['controllers', 'kubelet']));
}

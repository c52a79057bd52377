import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeKubeconfig } from '@banyan/kube';
import { NodePower, startPlaygroundCluster } from '@banyan/playground';
import { KUBERNETES_VERSION } from '@banyan/testing';
import type { ScenarioTarget, TargetOptions } from '../scenario-target.ts';

/** Signs of life come every ten seconds. */
const SHORT_GRACE_MS = 12_000;
const NODES = 3;

/** A playground cluster. Failures in it that are defects are thrown by stop(). */
export async function startPlaygroundTarget({
  losesNodes = false,
}: TargetOptions = {}): Promise<ScenarioTarget> {
  const dir = await mkdtemp(join(tmpdir(), 'banyan-e2e-'));
  const defects: unknown[] = [];
  const nodePower = new NodePower();
  const cluster = await startPlaygroundCluster({
    name: 'e2e',
    nodes: NODES,
    nodePower,
    onDefect: (error) => defects.push(error),
    ...(losesNodes && { nodeGraceMs: SHORT_GRACE_MS }),
  });
  const { name, server, certificates } = cluster;
  const { certificate: cert, key } = certificates.admin;
  const kubeconfig = join(dir, 'admin.kubeconfig');
  await writeKubeconfig(kubeconfig, [
    { name, server, ca: certificates.ca, clientCertificate: { cert, key } },
  ]);
  const nodes = Array.from({ length: NODES }, (_, i) => `e2e-node-${i + 1}`);
  return {
    kubeconfig,
    kubeconfigFor: () => Promise.reject(new Error('scenarios have one user')),
    capabilities: new Set(['controllers', 'kubelet']),
    abilities: new Set(losesNodes ? ['programs', 'lose-node'] : ['programs']),
    nodes,
    ownWords: new Map([
      ...nodes.map((node) => [node, 'node'] as const),
      [`v${KUBERNETES_VERSION}`, 'kubelet'],
    ]),
    loseNode: async (node) => nodePower.kill(node),
    stop: async () => {
      await cluster.stop();
      await rm(dir, { recursive: true, force: true });
      if (defects.length > 0) throw new AggregateError(defects, 'the playground has defects');
    },
  };
}

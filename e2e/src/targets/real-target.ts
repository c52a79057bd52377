import { KWOK_VERSION, startCluster } from '@banyan/testing';
import type { ScenarioTarget, TargetOptions } from '../scenario-target.ts';

const NODES = 3;

/** Nodes that have lost their label are not kept alive any longer. */
const KEPT_BY_LABEL = ['--manage-all-nodes=false', '--manage-nodes-with-label-selector=type=kwok'];
/** Signs of life come every ten seconds. */
const SHORT_GRACE = ['--node-monitor-period=1s', '--node-monitor-grace-period=14s'];

/** Real Kubernetes, with nodes that kwok plays. */
export async function startRealTarget({ losesNodes = false }: TargetOptions = {}): Promise<ScenarioTarget> {
  const cluster = await startCluster({
    controllers: true,
    scheduler: true,
    kwokNodes: NODES,
    ...(losesNodes && { kwokArgs: KEPT_BY_LABEL, controllerManagerArgs: SHORT_GRACE }),
  });
  const nodes = Array.from({ length: NODES }, (_, i) => `node-${i + 1}`);
  return {
    kubeconfig: cluster.kubeconfig,
    kubeconfigFor: (user, groups) => cluster.writeKubeconfig(user, groups),
    capabilities: new Set(['controllers', 'kubelet']),
    abilities: new Set(losesNodes ? ['lose-node'] : []),
    nodes,
    ownWords: new Map([...nodes.map((node) => [node, 'node'] as const), [`kwok-${KWOK_VERSION}`, 'kubelet']]),
    loseNode: async (node) => {
      await cluster.kubectl(['label', 'node', node, 'type-']);
    },
    stop: () => cluster.stop(),
  };
}

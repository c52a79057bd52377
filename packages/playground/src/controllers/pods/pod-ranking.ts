import type { Pod } from '@banyan/api/objects';
import { conditionOf, isReady } from './pod-facts.ts';

const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
const PHASES = ['Pending', 'Unknown', 'Running'];

/**
 * Those first that would be missed least, in the order in which a ReplicaSet scales down. `related` are all pods that
 * do the same work: where several of them share a node, one of those goes before one that is alone.
 */
export function byWorthToDelete(
  pods: readonly Readonly<Pod>[],
  related: readonly Readonly<Pod>[] = pods,
): Readonly<Pod>[] {
  const perNode = new Map<string, number>();
  for (const { spec } of related) {
    const node = spec.nodeName ?? '';
    perNode.set(node, (perNode.get(node) ?? 0) + 1);
  }
  const ranks = new Map(
    pods.map((pod) => {
      const crowd = perNode.get(pod.spec.nodeName ?? '') ?? 0;
      return [pod, ranksOf(pod, crowd)];
    }),
  );
  return pods.toSorted((a, b) => compare(ranks.get(a) ?? [], ranks.get(b) ?? []));
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [i, rank] of a.entries()) {
    const difference = rank - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Lower goes first. The youngest are missed least. */
function ranksOf(pod: Readonly<Pod>, crowd: number): readonly number[] {
  const { spec, status, metadata } = pod;
  const restarts = (status?.containerStatuses ?? []).map(({ restartCount }) => restartCount);
  return [
    (spec.nodeName ?? '') === '' ? 0 : 1,
    PHASES.indexOf(status?.phase ?? 'Pending'),
    isReady(pod) ? 1 : 0,
    Number(metadata.annotations?.[DELETION_COST]) || 0,
    -crowd,
    isReady(pod) ? -(Date.parse(conditionOf(pod, 'Ready')?.lastTransitionTime ?? '') || 0) : 0,
    -Math.max(0, ...restarts),
    -(Date.parse(metadata.creationTimestamp ?? '') || 0),
  ];
}

import type { Pod } from '@banyan/api/objects';
import { conditionOf, isReady } from './pod-facts.ts';

const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
const PHASES = ['Pending', 'Unknown', 'Running'];

/** Those first that would be missed least, in the order in which a ReplicaSet scales down. */
export function byWorthToDelete(pods: readonly Readonly<Pod>[]): Readonly<Pod>[] {
  return pods.toSorted((a, b) => {
    for (const compare of COMPARISONS) {
      const difference = compare(a) - compare(b);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

type Rank = (pod: Readonly<Pod>) => number;

/** Lower goes first. */
const COMPARISONS: readonly Rank[] = [
  ({ spec }) => ((spec.nodeName ?? '') === '' ? 0 : 1),
  ({ status }) => PHASES.indexOf(status?.phase ?? 'Pending'),
  (pod) => (isReady(pod) ? 1 : 0),
  ({ metadata }) => Number(metadata.annotations?.[DELETION_COST] ?? 0),
  // The youngest are missed least.
  (pod) => -(Date.parse(conditionOf(pod, 'Ready')?.lastTransitionTime ?? '') || 0),
  ({ status }) => -(status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0),
  ({ metadata }) => -Date.parse(metadata.creationTimestamp ?? ''),
];

import type { Deployment, ReplicaSet } from '@banyan/api/objects';
import { availableOf, replicasOf, surgeOf, total, type Scaling } from './rollout-plan.ts';
import { toldMaximum, toldReplicas } from './template-revision.ts';

export interface ScaledDeployment {
  readonly deployment: Readonly<Deployment>;
  /** Undefined: the template changed while the rollout is paused. */
  readonly current: Readonly<ReplicaSet> | undefined;
  /** The oldest first. */
  readonly older: readonly Readonly<ReplicaSet>[];
}

/** True if a set was last told of another number of replicas: the deployment was scaled meanwhile. */
export function isScaled({ deployment, current, older }: ScaledDeployment): boolean {
  return [...older, ...(current === undefined ? [] : [current])].some((set) => {
    const told = toldReplicas(set);
    return replicasOf(set) > 0 && told !== undefined && told !== (deployment.spec.replicas ?? 1);
  });
}

/**
 * A deployment that is scaled in the middle of a rollout, or while it is paused, gives each set its share of the
 * change. Sets that stay as they are are named too: they are to be told the new numbers.
 */
export function planScaling(scaled: ScaledDeployment): Scaling[] {
  const { deployment, current, older } = scaled;
  const wanted = deployment.spec.replicas ?? 1;
  const all = [...older, ...(current === undefined ? [] : [current])];
  const running = all.filter((set) => replicasOf(set) > 0);
  if (running.length <= 1) {
    const only = running[0] ?? current ?? older.at(-1);
    return only === undefined || replicasOf(only) === wanted ? [] : [{ set: only, replicas: wanted }];
  }
  if (current !== undefined && isSaturated(current, wanted))
    return running.filter((set) => set !== current).map((set) => ({ set, replicas: 0 }));
  return deployment.spec.strategy?.type === 'Recreate' ? [] : planShares(deployment, running);
}

function isSaturated(set: Readonly<ReplicaSet>, wanted: number): boolean {
  return replicasOf(set) === wanted && toldReplicas(set) === wanted && availableOf(set) === wanted;
}

/** The largest first; what rounding leaves over goes to the largest. */
function planShares(deployment: Readonly<Deployment>, sets: readonly Readonly<ReplicaSet>[]): Scaling[] {
  const wanted = deployment.spec.replicas ?? 1;
  const most = wanted > 0 ? wanted + surgeOf(deployment) : 0;
  const change = most - total(sets);
  // Among equals the newest grows first, and the oldest shrinks first; they come oldest first.
  const inOrder = change > 0 ? sets.toReversed() : sets;
  const bySize = inOrder.toSorted((a, b) => replicasOf(b) - replicasOf(a));
  let given = 0;
  const shares = bySize.map((set) => {
    const left = change - given;
    const fair = left === 0 ? 0 : fairShare(deployment, set, most);
    const share = change > 0 ? Math.min(fair, left) : Math.max(fair, left);
    given += share;
    return share;
  });
  return bySize.map((set, i) => {
    const rest = i === 0 ? change - given : 0;
    return { set, replicas: Math.max(0, replicasOf(set) + (shares[i] ?? 0) + rest) };
  });
}

function fairShare(deployment: Readonly<Deployment>, set: Readonly<ReplicaSet>, most: number): number {
  if ((deployment.spec.replicas ?? 1) === 0) return -replicasOf(set);
  const before = toldMaximum(set) || (deployment.status?.replicas ?? 0);
  return before === 0 ? 0 : Math.round((replicasOf(set) * most) / before) - replicasOf(set);
}

import type { Deployment, ReplicaSet } from '@banyan/api/objects';
import { intOrPercent } from '../pods/int-or-percent.ts';

/** How many replicas a set is to have. */
export interface Scaling {
  readonly set: Readonly<ReplicaSet>;
  readonly replicas: number;
}

export interface Rollout {
  readonly deployment: Readonly<Deployment>;
  /** The set of the template as it is now. */
  readonly current: Readonly<ReplicaSet>;
  /** All others, the oldest first. */
  readonly older: readonly Readonly<ReplicaSet>[];
}

/** What to do next on the way from the older sets to the current one. Empty: nothing until something changes. */
export function planRollout(rollout: Rollout): Scaling[] {
  const up = scaleUp(rollout);
  return up.length > 0 ? up : scaleDown(rollout);
}

/** The new set grows into what the surge leaves it. */
function scaleUp({ deployment, current, older }: Rollout): Scaling[] {
  const wanted = deployment.spec.replicas ?? 1;
  if (replicasOf(current) > wanted) return changed(current, wanted);
  return changed(current, replicasOf(current) + roomFor(deployment, current, older));
}

/** How many more replicas the new set may have now; `undefined` is one that is still to be made. */
export function roomFor(
  deployment: Readonly<Deployment>,
  current: Readonly<ReplicaSet> | undefined,
  older: readonly Readonly<ReplicaSet>[],
): number {
  const wanted = deployment.spec.replicas ?? 1;
  const has = current === undefined ? 0 : replicasOf(current);
  if (deployment.spec.strategy?.type === 'Recreate') return Math.max(0, wanted - has);
  const room = wanted + surgeOf(deployment) - total(older) - has;
  return Math.max(0, Math.min(room, wanted - has));
}

/** Old sets shrink as far as enough pods stay available; those of theirs that are not well go first. */
function scaleDown({ deployment, current, older }: Rollout): Scaling[] {
  const wanted = deployment.spec.replicas ?? 1;
  const least = wanted - unavailableOf(deployment);
  const missing = replicasOf(current) - availableOf(current);
  let surplus = total([current, ...older]) - least - missing;
  if (surplus <= 0 || total(older) === 0) return [];
  const replicas = new Map(older.map((set) => [set, replicasOf(set)]));
  for (const set of older) {
    const unwell = Math.min(surplus, replicasOf(set) - availableOf(set));
    if (unwell <= 0) continue;
    replicas.set(set, replicasOf(set) - unwell);
    surplus -= unwell;
  }
  let spare = [current, ...older].reduce((sum, set) => sum + availableOf(set), 0) - least;
  for (const set of older) {
    const left = replicas.get(set) ?? 0;
    const fewer = Math.min(Math.max(spare, 0), left);
    replicas.set(set, left - fewer);
    spare -= fewer;
  }
  return [...replicas].flatMap(([set, count]) => changed(set, count));
}

export function surgeOf({ spec }: Readonly<Deployment>): number {
  if (spec.strategy?.type === 'Recreate') return 0;
  return intOrPercent(spec.strategy?.rollingUpdate?.maxSurge, spec.replicas ?? 1, Math.ceil);
}

/** At least one of the two must be above zero, or nothing could ever move. */
export function unavailableOf(deployment: Readonly<Deployment>): number {
  const { spec } = deployment;
  if (spec.strategy?.type === 'Recreate') return 0;
  const replicas = spec.replicas ?? 1;
  const allowed = intOrPercent(spec.strategy?.rollingUpdate?.maxUnavailable, replicas, Math.floor);
  return Math.min(replicas, allowed === 0 && surgeOf(deployment) === 0 ? 1 : allowed);
}

export function replicasOf({ spec }: Readonly<ReplicaSet>): number {
  return spec.replicas ?? 1;
}

export function availableOf({ status }: Readonly<ReplicaSet>): number {
  return status?.availableReplicas ?? 0;
}

export function total(sets: readonly Readonly<ReplicaSet>[]): number {
  return sets.reduce((sum, set) => sum + replicasOf(set), 0);
}

function changed(set: Readonly<ReplicaSet>, replicas: number): Scaling[] {
  return replicas === replicasOf(set) ? [] : [{ set, replicas }];
}

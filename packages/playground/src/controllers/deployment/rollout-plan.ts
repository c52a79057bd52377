import type { Deployment, ReplicaSet } from '@banyan/api/objects';

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
  return rollout.deployment.spec.strategy?.type === 'Recreate' ? planRecreate(rollout) : planRolling(rollout);
}

/** Nothing of the new before all of the old is gone; `isEmpty` says whether the last old pod is. */
function planRecreate({ deployment, current, older }: Rollout): Scaling[] {
  const running = older.filter((set) => replicasOf(set) > 0);
  if (running.length > 0) return running.map((set) => ({ set, replicas: 0 }));
  if (older.some(({ status }) => (status?.replicas ?? 0) + (status?.terminatingReplicas ?? 0) > 0)) return [];
  return changed(current, deployment.spec.replicas ?? 1);
}

function planRolling(rollout: Rollout): Scaling[] {
  const up = scaleUp(rollout);
  return up.length > 0 ? up : scaleDown(rollout);
}

/** The new set grows into what the surge leaves it. */
function scaleUp({ deployment, current, older }: Rollout): Scaling[] {
  const wanted = deployment.spec.replicas ?? 1;
  if (replicasOf(current) > wanted) return changed(current, wanted);
  const most = wanted + surgeOf(deployment);
  const room = most - total([current, ...older]);
  if (room <= 0) return [];
  return changed(current, replicasOf(current) + Math.min(room, wanted - replicasOf(current)));
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

/** A deployment that is scaled in the middle of a rollout, or paused, gives each set its share of the change. */
export function planScaling({ deployment, current, older }: Rollout): Scaling[] {
  const sets = [...older, current].filter((set) => replicasOf(set) > 0);
  const wanted = deployment.spec.replicas ?? 1;
  const [only] = sets.length === 0 ? [current] : sets;
  if (sets.length <= 1) return only === undefined ? [] : changed(only, wanted);
  const most = wanted > 0 ? wanted + surgeOf(deployment) : 0;
  const before = total(sets);
  let left = most - before;
  const bySize = sets.toSorted((a, b) => replicasOf(b) - replicasOf(a));
  return bySize.flatMap((set, i) => {
    const share = i === bySize.length - 1 ? left : Math.trunc((replicasOf(set) * (most - before)) / before);
    const replicas = Math.max(0, replicasOf(set) + share);
    left -= replicas - replicasOf(set);
    return changed(set, replicas);
  });
}

export function surgeOf({ spec }: Readonly<Deployment>): number {
  return amount(spec.strategy?.rollingUpdate?.maxSurge, spec.replicas ?? 1, Math.ceil);
}

/** At least one of the two must be above zero, or nothing could ever move. */
export function unavailableOf(deployment: Readonly<Deployment>): number {
  const { spec } = deployment;
  if (spec.strategy?.type === 'Recreate') return 0;
  const replicas = spec.replicas ?? 1;
  const allowed = amount(spec.strategy?.rollingUpdate?.maxUnavailable, replicas, Math.floor);
  return Math.min(replicas, allowed === 0 && surgeOf(deployment) === 0 ? 1 : allowed);
}

function amount(value: number | string | undefined, of: number, round: (value: number) => number): number {
  if (value === undefined) return 0;
  return typeof value === 'number' ? value : round((Number.parseInt(value, 10) * of) / 100);
}

export function replicasOf({ spec }: Readonly<ReplicaSet>): number {
  return spec.replicas ?? 1;
}

function availableOf({ status }: Readonly<ReplicaSet>): number {
  return status?.availableReplicas ?? 0;
}

function total(sets: readonly Readonly<ReplicaSet>[]): number {
  return sets.reduce((sum, set) => sum + replicasOf(set), 0);
}

function changed(set: Readonly<ReplicaSet>, replicas: number): Scaling[] {
  return replicas === replicasOf(set) ? [] : [{ set, replicas }];
}

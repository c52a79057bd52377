import type { Deployment, ReplicaSet } from '@banyan/api/objects';
import { replicasOf } from './rollout-plan.ts';
import { revisionOf } from './template-revision.ts';

/** Sets that nobody will go back to: the oldest revisions beyond the limit, if nothing of theirs runs. */
export function surplusSets(
  { spec }: Readonly<Deployment>,
  older: readonly Readonly<ReplicaSet>[],
): Readonly<ReplicaSet>[] {
  const alive = older.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const surplus = Math.max(0, alive.length - (spec.revisionHistoryLimit ?? 10));
  return alive
    .toSorted((a, b) => revisionOf(a) - revisionOf(b))
    .slice(0, surplus)
    .filter((set) => replicasOf(set) === 0 && (set.status?.replicas ?? 0) === 0);
}

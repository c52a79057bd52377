import { matchesLabelSelector } from '@banyan/api';
import type { Deployment, ReplicaSet } from '@banyan/api/objects';
import { controllerOf, keyOf, type ClusterObjects, type ObjectKey } from '../../cluster/cluster-objects.ts';
import { DEPLOYMENTS, REPLICA_SETS } from '../../cluster/resources.ts';
import { controllerReference } from '../pods/controller-reference.ts';

/** A deployment's sets, the oldest first. Those that no longer match are let go, orphans that match come home. */
export async function claimSets(
  objects: ClusterObjects,
  deployment: Readonly<Deployment>,
): Promise<Readonly<ReplicaSet>[]> {
  const { uid, namespace, deletionTimestamp } = deployment.metadata;
  const { selector } = deployment.spec;
  const isMatch = (set: Readonly<ReplicaSet>) => matchesLabelSelector(selector, set.metadata.labels);
  const own = objects.controlledBy(REPLICA_SETS, uid);
  if (deletionTimestamp !== undefined) return byAge(own);
  for (const set of own.filter((each) => !isMatch(each)))
    await objects.update(REPLICA_SETS, keyOf(set), ({ metadata }) => {
      metadata.ownerReferences = metadata.ownerReferences?.filter((ref) => ref.uid !== uid) ?? [];
    });
  const orphans = objects.indexed(REPLICA_SETS, 'orphans', orphanKeys).get(namespace ?? '');
  for (const set of orphans.filter(isMatch)) {
    if (set.metadata.deletionTimestamp !== undefined) continue;
    await objects.update(REPLICA_SETS, keyOf(set), (draft) => {
      const { metadata } = draft;
      if (controllerOf(draft) !== undefined) return;
      const reference = controllerReference(DEPLOYMENTS, deployment);
      metadata.ownerReferences = [...(metadata.ownerReferences ?? []), reference];
    });
  }
  return setsOf(objects, deployment);
}

/** The same as they are now. */
export function setsOf(
  objects: ClusterObjects,
  { metadata, spec }: Readonly<Deployment>,
): Readonly<ReplicaSet>[] {
  const own = objects.controlledBy(REPLICA_SETS, metadata.uid);
  return byAge(own.filter((set) => matchesLabelSelector(spec.selector, set.metadata.labels)));
}

/** The deployment that a set is of; of an orphan, every one that would take it. */
export function deploymentKeys(objects: ClusterObjects, set: Readonly<ReplicaSet>): ObjectKey[] {
  const owner = controllerOf(set);
  const { namespace, labels } = set.metadata;
  if (owner !== undefined) return owner.kind === DEPLOYMENTS.kind ? [{ namespace, name: owner.name }] : [];
  return [...objects.list(DEPLOYMENTS, namespace)]
    .filter(({ spec }) => matchesLabelSelector(spec.selector, labels))
    .map(keyOf);
}

function orphanKeys(set: Readonly<ReplicaSet>): readonly string[] {
  return controllerOf(set) === undefined ? [set.metadata.namespace ?? ''] : [];
}

function byAge(sets: readonly Readonly<ReplicaSet>[]): Readonly<ReplicaSet>[] {
  const age = ({ metadata }: Readonly<ReplicaSet>) => `${metadata.creationTimestamp ?? ''} ${metadata.name}`;
  return sets.toSorted((a, b) => (age(a) < age(b) ? -1 : 1));
}

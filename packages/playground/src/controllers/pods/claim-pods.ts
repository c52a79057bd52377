import { matchesLabelSelector, type KubeObject, type LabelSelector } from '@banyan/api';
import type { Pod } from '@banyan/api/objects';
import { controllerOf, keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import { PODS, type Resource } from '../../cluster/resources.ts';
import { controllerReference } from './controller-reference.ts';

export interface PodClaim<T extends KubeObject> {
  readonly of: Resource<T>;
  readonly owner: Readonly<T>;
  readonly selector: LabelSelector;
  /** What else a pod must be, besides matching the selector. */
  readonly isMember?: (pod: Readonly<Pod>) => boolean;
  /** What an orphan gets with its owner. */
  readonly finalizer?: string;
}

/**
 * The pods that an owner has: those it controls, but for those it lets go because they no longer match, and orphans
 * that it takes because they do.
 */
export async function claimPods<T extends KubeObject>(
  objects: ClusterObjects,
  claim: PodClaim<T>,
): Promise<Readonly<Pod>[]> {
  const { owner, selector, isMember = () => true } = claim;
  const { uid = '', namespace, deletionTimestamp } = owner.metadata;
  const isMatch = (pod: Readonly<Pod>) =>
    matchesLabelSelector(selector, pod.metadata.labels) && isMember(pod);
  const kept: Readonly<Pod>[] = [];
  for (const pod of objects.controlledBy(PODS, uid)) {
    if (isMatch(pod)) kept.push(pod);
    else if (deletionTimestamp === undefined) await release(objects, pod, claim);
  }
  if (deletionTimestamp !== undefined) return kept;
  const orphans = objects.indexed(PODS, 'orphans', orphanKeys).get(namespace ?? '');
  for (const pod of orphans) {
    if (!isMatch(pod) || pod.metadata.deletionTimestamp !== undefined) continue;
    const adopted = await adopt(objects, pod, claim);
    if (adopted !== undefined && controllerOf(adopted)?.uid === uid) kept.push(adopted);
  }
  return kept;
}

/** Orphans by namespace: few, where all pods may be many. */
function orphanKeys(pod: Readonly<Pod>): readonly string[] {
  return controllerOf(pod) === undefined ? [pod.metadata.namespace ?? ''] : [];
}

async function release<T extends KubeObject>(
  objects: ClusterObjects,
  pod: Readonly<Pod>,
  { owner, finalizer }: PodClaim<T>,
): Promise<void> {
  await objects.update(PODS, keyOf(pod), ({ metadata }) => {
    metadata.ownerReferences =
      metadata.ownerReferences?.filter(({ uid }) => uid !== owner.metadata.uid) ?? [];
    if (finalizer !== undefined)
      metadata.finalizers = metadata.finalizers?.filter((each) => each !== finalizer) ?? [];
  });
}

async function adopt<T extends KubeObject>(
  objects: ClusterObjects,
  pod: Readonly<Pod>,
  { of, owner, finalizer }: PodClaim<T>,
): Promise<Readonly<Pod> | undefined> {
  return objects.update(PODS, keyOf(pod), (draft) => {
    const { metadata } = draft;
    if (controllerOf(draft) !== undefined || metadata.deletionTimestamp !== undefined) return;
    metadata.ownerReferences = [...(metadata.ownerReferences ?? []), controllerReference(of, owner)];
    if (finalizer !== undefined && metadata.finalizers?.includes(finalizer) !== true)
      metadata.finalizers = [...(metadata.finalizers ?? []), finalizer];
  });
}

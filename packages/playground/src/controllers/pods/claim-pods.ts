import { formatApiVersion, matchesLabelSelector, type KubeObject, type LabelSelector } from '@banyan/api';
import type { Pod } from '@banyan/api/objects';
import { controllerOf, keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import { PODS, type Resource } from '../../cluster/resources.ts';

/**
 * The pods that an owner has: those it controls, those it lets go because they no longer match, and orphans that it
 * takes because they do.
 */
export async function claimPods<T extends KubeObject>(
  objects: ClusterObjects,
  of: Resource<T>,
  owner: Readonly<T>,
  selector: LabelSelector,
): Promise<Readonly<Pod>[]> {
  const { uid = '', namespace, deletionTimestamp } = owner.metadata;
  const own = objects.controlledBy(PODS, uid);
  const kept = own.filter((pod) => matchesLabelSelector(selector, pod.metadata.labels));
  for (const pod of own) if (!kept.includes(pod)) await release(objects, pod, uid);
  if (deletionTimestamp !== undefined) return kept;
  const orphans = objects.indexed(PODS, 'orphans', orphanKeys).get(namespace ?? '');
  const adopted = orphans.filter(
    (pod) =>
      matchesLabelSelector(selector, pod.metadata.labels) && pod.metadata.deletionTimestamp === undefined,
  );
  for (const pod of adopted) await adopt(objects, of, owner, pod);
  return [...kept, ...adopted];
}

/** Orphans by namespace: few, where all pods may be many. */
function orphanKeys(pod: Readonly<Pod>): readonly string[] {
  return controllerOf(pod) === undefined ? [pod.metadata.namespace ?? ''] : [];
}

async function release(objects: ClusterObjects, pod: Readonly<Pod>, ownerUid: string): Promise<void> {
  await objects.update(PODS, keyOf(pod), ({ metadata }) => {
    metadata.ownerReferences = metadata.ownerReferences?.filter(({ uid }) => uid !== ownerUid) ?? [];
  });
}

async function adopt<T extends KubeObject>(
  objects: ClusterObjects,
  of: Resource<T>,
  owner: Readonly<T>,
  pod: Readonly<Pod>,
): Promise<void> {
  const { name = '', uid = '' } = owner.metadata;
  await objects.update(PODS, keyOf(pod), (draft) => {
    if (controllerOf(draft) !== undefined) return;
    const reference = {
      apiVersion: formatApiVersion(of),
      kind: of.kind,
      name,
      uid,
      controller: true,
      blockOwnerDeletion: true,
    };
    draft.metadata.ownerReferences = [...(draft.metadata.ownerReferences ?? []), reference];
  });
}

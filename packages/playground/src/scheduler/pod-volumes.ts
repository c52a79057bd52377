import type { Node, PersistentVolumeClaim, Pod } from '@banyan/api/objects';
import type { ClusterObjects } from '../cluster/cluster-objects.ts';
import { PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES, STORAGE_CLASSES } from '../cluster/resources.ts';
import { freeVolumes } from '../controllers/storage/free-volumes.ts';
import { matchVolume } from '../controllers/storage/match-volume.ts';
import { classOf, NO_PROVISIONER } from '../controllers/storage/storage-names.ts';
import { matchesAnyTerm } from './node-affinity.ts';

/** Where a claim that waits for its first consumer is to be provided. */
export const SELECTED_NODE = 'volume.kubernetes.io/selected-node';

/** The names of the claims that a pod uses, those made for it alone included. */
export function claimNames({ spec, metadata }: Readonly<Pod>): string[] {
  return (spec.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim !== undefined) return [persistentVolumeClaim.claimName];
    return ephemeral === undefined ? [] : [`${metadata.name}-${name}`];
  });
}

export interface PodVolumes {
  /** Why the pod cannot be placed anywhere yet. */
  readonly problem: string | undefined;
  /** Claims that are provided only when a node is chosen. */
  readonly waiting: readonly Readonly<PersistentVolumeClaim>[];
  /** Why bound volumes keep the pod off a node. */
  problemAt(node: Readonly<Node>): string | undefined;
}

export function podVolumes(objects: ClusterObjects, pod: Readonly<Pod>): PodVolumes {
  const { namespace } = pod.metadata;
  const claims = claimNames(pod).map((name) => ({
    name,
    claim: objects.get(PERSISTENT_VOLUME_CLAIMS, { namespace, name }),
  }));
  const missing = claims.find(
    ({ claim }) => claim === undefined || claim.metadata.deletionTimestamp !== undefined,
  );
  const found = claims.flatMap(({ claim }) => (claim === undefined ? [] : [claim]));
  const unbound = found.filter(({ status }) => status?.phase !== 'Bound');
  const waiting = unbound.filter((claim) => waitsForConsumer(objects, claim));
  const problem =
    missing !== undefined
      ? `persistentvolumeclaim "${missing.name}" not found`
      : unbound.length > waiting.length
        ? 'pod has unbound immediate PersistentVolumeClaims'
        : undefined;
  return {
    problem,
    waiting,
    problemAt: (node) => {
      if (!found.every((claim) => reaches(objects, claim, node)))
        return "node(s) didn't match PersistentVolume's node affinity";
      return waiting.every((claim) => canBeHad(objects, claim, node))
        ? undefined
        : "node(s) didn't find available persistent volumes to bind";
    },
  };
}

function waitsForConsumer(objects: ClusterObjects, { spec }: Readonly<PersistentVolumeClaim>): boolean {
  const name = spec.storageClassName ?? '';
  if (name === '' || (spec.volumeName ?? '') !== '') return false;
  return objects.get(STORAGE_CLASSES, { name })?.volumeBindingMode === 'WaitForFirstConsumer';
}

/** Where nobody makes volumes, there has to be one already. */
function canBeHad(
  objects: ClusterObjects,
  claim: Readonly<PersistentVolumeClaim>,
  node: Readonly<Node>,
): boolean {
  const name = classOf(claim);
  if (objects.get(STORAGE_CLASSES, { name })?.provisioner !== NO_PROVISIONER) return true;
  return matchVolume(claim, freeVolumes(objects, name), { waitsForConsumer: true, node }) !== undefined;
}

function reaches(
  objects: ClusterObjects,
  { spec }: Readonly<PersistentVolumeClaim>,
  node: Readonly<Node>,
): boolean {
  const name = spec.volumeName ?? '';
  const volume = name === '' ? undefined : objects.get(PERSISTENT_VOLUMES, { name });
  const terms = volume?.spec.nodeAffinity?.required?.nodeSelectorTerms;
  return terms === undefined || matchesAnyTerm(terms, node);
}

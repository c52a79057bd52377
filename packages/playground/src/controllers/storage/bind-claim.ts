import type { PersistentVolume, PersistentVolumeClaim } from '@banyan/api/objects';
import { keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import { PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES } from '../../cluster/resources.ts';
import { BIND_COMPLETED, BOUND_BY_CONTROLLER, isForClaim } from './storage-names.ts';

/** Makes a volume and a claim each other's: first the volume says so, then the claim. */
export async function bindClaim(
  objects: ClusterObjects,
  claim: Readonly<PersistentVolumeClaim>,
  volume: Readonly<PersistentVolume>,
): Promise<void> {
  const { uid = '', resourceVersion = '', namespace = '', name = '' } = claim.metadata;
  const volumeKey = keyOf(volume);
  if (isBound(claim, volume)) return;
  let isTaken = false;
  const bound = await objects.update(PERSISTENT_VOLUMES, volumeKey, (draft) => {
    isTaken = draft.spec.claimRef !== undefined && !isForClaim(draft, claim);
    if (isTaken || draft.spec.claimRef?.uid === uid) return;
    if (draft.spec.claimRef === undefined) annotate(draft, BOUND_BY_CONTROLLER);
    draft.spec.claimRef = {
      kind: 'PersistentVolumeClaim',
      namespace,
      name,
      uid,
      apiVersion: 'v1',
      resourceVersion,
    };
  });
  // Another claim was faster: this one is looked at again, and finds the volume taken.
  if (isTaken || bound === undefined) throw new Error(`volume ${volumeKey.name} is not to be had any more`);
  await objects.updateBelow(PERSISTENT_VOLUMES, 'status', volumeKey, (draft) => {
    draft.status = { ...draft.status, phase: 'Bound' };
  });
  const claimKey = keyOf(claim);
  await objects.update(PERSISTENT_VOLUME_CLAIMS, claimKey, (draft) => {
    if (draft.metadata.uid !== uid) return;
    if ((draft.spec.volumeName ?? '') === '') {
      draft.spec.volumeName = volumeKey.name;
      annotate(draft, BOUND_BY_CONTROLLER);
    }
    annotate(draft, BIND_COMPLETED);
  });
  await objects.updateBelow(PERSISTENT_VOLUME_CLAIMS, 'status', claimKey, (draft) => {
    if (draft.metadata.uid !== uid || draft.status?.phase === 'Bound') return;
    const { accessModes = [], capacity = {} } = bound.spec;
    draft.status = {
      ...draft.status,
      phase: 'Bound',
      accessModes: [...accessModes],
      capacity: { ...capacity },
    };
  });
}

function isBound(claim: Readonly<PersistentVolumeClaim>, volume: Readonly<PersistentVolume>): boolean {
  return (
    volume.spec.claimRef?.uid === claim.metadata.uid &&
    volume.status?.phase === 'Bound' &&
    claim.metadata.annotations?.[BIND_COMPLETED] !== undefined &&
    claim.status?.phase === 'Bound'
  );
}

function annotate({ metadata }: PersistentVolume | PersistentVolumeClaim, name: string): void {
  if (metadata.annotations?.[name] === undefined)
    metadata.annotations = { ...metadata.annotations, [name]: 'yes' };
}

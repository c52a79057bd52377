import type { PersistentVolume, PersistentVolumeClaim } from '@banyan/api/objects';
import { BOUND_BY_CONTROLLER, PROVISIONED_BY } from './storage-names.ts';

export type VolumeStep =
  | { readonly type: 'phase'; readonly phase: 'Available' | 'Bound' }
  /** The claim that had it is gone, or has another. */
  | { readonly type: 'release'; readonly reclaim: Reclaim }
  /** The claim has another volume: this one is free again. `keepsName`: it stays set aside for the claim. */
  | { readonly type: 'unbind'; readonly keepsName: boolean }
  /** The claim's next look completes the binding. */
  | { readonly type: 'wait' };

/** `leave`: someone else sees to it, or nobody. `fail`: nobody can. */
type Reclaim = 'leave' | 'delete' | 'fail';

/** `claim`: the one that the volume names, if it is there. */
export function decideVolume(
  volume: Readonly<PersistentVolume>,
  claim: Readonly<PersistentVolumeClaim> | undefined,
  provisioner: string,
): VolumeStep {
  const { claimRef, persistentVolumeReclaimPolicy: policy } = volume.spec;
  if (claimRef === undefined || (claimRef.uid ?? '') === '') return { type: 'phase', phase: 'Available' };
  const { annotations } = volume.metadata;
  const reclaim = reclaimOf(volume, provisioner);
  if (claim === undefined || claim.metadata.uid !== claimRef.uid) return { type: 'release', reclaim };
  const { volumeName = '' } = claim.spec;
  if (volumeName === '') return { type: 'wait' };
  if (volumeName === volume.metadata.name) return { type: 'phase', phase: 'Bound' };
  if (annotations?.[PROVISIONED_BY] !== undefined && policy === 'Delete') return { type: 'release', reclaim };
  return { type: 'unbind', keepsName: annotations?.[BOUND_BY_CONTROLLER] === undefined };
}

function reclaimOf({ metadata, spec }: Readonly<PersistentVolume>, provisioner: string): Reclaim {
  const madeBy = metadata.annotations?.[PROVISIONED_BY];
  switch (spec.persistentVolumeReclaimPolicy) {
    case 'Delete':
      return madeBy === provisioner
        ? 'delete'
        : madeBy === undefined && spec['csi'] === undefined
          ? 'fail'
          : 'leave';
    case 'Recycle':
      return 'fail';
    default:
      return 'leave';
  }
}

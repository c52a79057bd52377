import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '@banyan/api/objects';

/** Who makes volumes in the playground. */
export const PROVISIONER = 'playground.banyan.dev/volumes';
/** In classes of this provisioner people make the volumes. */
export const NO_PROVISIONER = 'kubernetes.io/no-provisioner';
export const BINDER = 'persistentvolume-controller';

export const BOUND_BY_CONTROLLER = 'pv.kubernetes.io/bound-by-controller';
export const BIND_COMPLETED = 'pv.kubernetes.io/bind-completed';
export const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by';
/** Asks a provisioner for a volume; programs still read the older name too. */
export const ASKED_PROVISIONER = 'volume.kubernetes.io/storage-provisioner';
export const ASKED_PROVISIONER_BEFORE = 'volume.beta.kubernetes.io/storage-provisioner';
const CLASS_BEFORE = 'volume.beta.kubernetes.io/storage-class';
const IS_DEFAULT = 'storageclass.kubernetes.io/is-default-class';

/** Empty: a volume of no class is wanted. */
export function classOf({ metadata, spec }: Readonly<PersistentVolume | PersistentVolumeClaim>): string {
  return metadata.annotations?.[CLASS_BEFORE] ?? spec.storageClassName ?? '';
}

/** True if nobody said which class is wanted. */
export function hasNoClass({ metadata, spec }: Readonly<PersistentVolumeClaim>): boolean {
  return metadata.annotations?.[CLASS_BEFORE] === undefined && spec.storageClassName === undefined;
}

/** The youngest of those that are marked. */
export function defaultClass(classes: Iterable<Readonly<StorageClass>>): Readonly<StorageClass> | undefined {
  return [...classes]
    .filter(({ metadata }) => metadata.annotations?.[IS_DEFAULT] === 'true')
    .toSorted(
      (a, b) => ageOf(b) - ageOf(a) || ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1),
    )[0];
}

function ageOf({ metadata }: Readonly<StorageClass>): number {
  return Date.parse(metadata.creationTimestamp ?? '') || 0;
}

/** A volume that is set aside for a claim of this name; the claim's uid may still be open. */
export function isForClaim(
  { spec }: Readonly<PersistentVolume>,
  claim: Readonly<PersistentVolumeClaim>,
): boolean {
  const { claimRef } = spec;
  const { namespace, name, uid } = claim.metadata;
  if (claimRef?.namespace !== namespace || claimRef?.name !== name) return false;
  return (claimRef?.uid ?? '') === '' || claimRef?.uid === uid;
}

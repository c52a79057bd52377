import { matchesLabelSelector } from '@banyan/api';
import { parseQuantity, quantityNumber } from '@banyan/api/quantity';
import type { Node, PersistentVolume, PersistentVolumeClaim } from '@banyan/api/objects';
import { matchesAnyTerm } from '../../scheduler/node-affinity.ts';
import { classOf, isForClaim } from './storage-names.ts';

/** How a claim looks for a volume. */
export interface VolumeSearch {
  /** A claim that waits for its first consumer takes only what is set aside for it … */
  readonly waitsForConsumer: boolean;
  /** … until the consumer has a node: then what can be reached from there. */
  readonly node?: Readonly<Node> | undefined;
}

/** The volume for a claim: the one that is set aside for it, or the smallest with the fewest modes that fits. */
export function matchVolume(
  claim: Readonly<PersistentVolumeClaim>,
  volumes: readonly Readonly<PersistentVolume>[],
  search: VolumeSearch,
): Readonly<PersistentVolume> | undefined {
  const fitting = volumes.filter((volume) => isLargeEnough(volume, claim) && hasSameMode(volume, claim));
  const living = fitting.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const own = living.find((volume) => isForClaim(volume, claim));
  if (own !== undefined) return own;
  if (search.waitsForConsumer && search.node === undefined) return undefined;
  const free = living.filter(
    (volume) =>
      volume.spec.claimRef === undefined &&
      volume.status?.phase === 'Available' &&
      classOf(volume) === classOf(claim) &&
      hasModes(volume, claim) &&
      (claim.spec.selector === undefined ||
        matchesLabelSelector(claim.spec.selector, volume.metadata.labels)) &&
      (search.node === undefined || isReachable(volume, search.node)),
  );
  return free.toSorted(
    (a, b) => (a.spec.accessModes?.length ?? 0) - (b.spec.accessModes?.length ?? 0) || sizeOf(a) - sizeOf(b),
  )[0];
}

/** Why a claim cannot have the volume that it asks for by name. */
export function mismatch(
  volume: Readonly<PersistentVolume>,
  claim: Readonly<PersistentVolumeClaim>,
): string | undefined {
  if (volume.metadata.deletionTimestamp !== undefined)
    return `the volume is marked for deletion "${volume.metadata.name}"`;
  if (!isLargeEnough(volume, claim)) return 'requested PV is too small';
  if (classOf(volume) !== classOf(claim)) return 'storageClassName does not match';
  if (!hasSameMode(volume, claim)) return 'incompatible volumeMode';
  return hasModes(volume, claim) ? undefined : 'incompatible accessMode';
}

function isLargeEnough(
  volume: Readonly<PersistentVolume>,
  { spec }: Readonly<PersistentVolumeClaim>,
): boolean {
  return sizeOf(volume) >= bytes(spec.resources?.requests?.['storage']);
}

function sizeOf({ spec }: Readonly<PersistentVolume>): number {
  return bytes(spec.capacity?.['storage']);
}

export function bytes(text: string | undefined): number {
  const quantity = parseQuantity(text ?? '');
  return quantity === undefined ? 0 : quantityNumber(quantity);
}

function hasSameMode(volume: Readonly<PersistentVolume>, claim: Readonly<PersistentVolumeClaim>): boolean {
  return (volume.spec.volumeMode ?? 'Filesystem') === (claim.spec.volumeMode ?? 'Filesystem');
}

function hasModes(volume: Readonly<PersistentVolume>, claim: Readonly<PersistentVolumeClaim>): boolean {
  return (claim.spec.accessModes ?? []).every((mode) => volume.spec.accessModes?.includes(mode) === true);
}

function isReachable({ spec }: Readonly<PersistentVolume>, node: Readonly<Node>): boolean {
  const terms = spec.nodeAffinity?.required?.nodeSelectorTerms;
  return terms === undefined || matchesAnyTerm(terms, node);
}

import type { Node, PersistentVolume, PersistentVolumeClaim, StorageClass } from '@banyan/api/objects';
import type { RecordedEvent } from '../../cluster/event-recorder.ts';
import { SELECTED_NODE } from '../../scheduler/pod-volumes.ts';
import { matchVolume, mismatch } from './match-volume.ts';
import { BIND_COMPLETED, classOf, isForClaim, NO_PROVISIONER } from './storage-names.ts';

/** What a claim's fate depends on. */
export interface ClaimWorld {
  /** Those that nobody has, and those that are set aside for this claim. */
  readonly candidates: readonly Readonly<PersistentVolume>[];
  /** The one that the claim names. */
  readonly named: Readonly<PersistentVolume> | undefined;
  readonly storageClass: Readonly<StorageClass> | undefined;
  /** Where its first consumer is to run. */
  readonly node: Readonly<Node> | undefined;
  /** Names of pods that use the claim and have no node yet. */
  readonly waitingPods: readonly string[];
}

export type ClaimStep =
  | { readonly type: 'pending'; readonly event?: RecordedEvent }
  | { readonly type: 'lost'; readonly event: RecordedEvent }
  | { readonly type: 'bind'; readonly volume: Readonly<PersistentVolume> }
  | { readonly type: 'provision'; readonly provisioner: string };

export function decideClaim(claim: Readonly<PersistentVolumeClaim>, world: ClaimWorld): ClaimStep {
  const { volumeName = '' } = claim.spec;
  if (claim.metadata.annotations?.[BIND_COMPLETED] !== undefined) return decideBound(claim, world);
  return volumeName === '' ? decideUnbound(claim, world) : decideNamed(claim, volumeName, world);
}

function decideBound(claim: Readonly<PersistentVolumeClaim>, { named }: ClaimWorld): ClaimStep {
  const lost = (reason: string, message: string): ClaimStep => ({
    type: 'lost',
    event: { type: 'Warning', reason, message },
  });
  if ((claim.spec.volumeName ?? '') === '')
    return lost(
      'ClaimLost',
      'Bound claim has lost reference to PersistentVolume. Data on the volume is lost!',
    );
  if (named === undefined)
    return lost('ClaimLost', 'Bound claim has lost its PersistentVolume. Data on the volume is lost!');
  const { claimRef } = named.spec;
  if (claimRef === undefined || claimRef.uid === claim.metadata.uid) return { type: 'bind', volume: named };
  return lost('ClaimMisbound', 'Two claims are bound to the same volume, this one is bound incorrectly');
}

function decideNamed(
  claim: Readonly<PersistentVolumeClaim>,
  volumeName: string,
  { named }: ClaimWorld,
): ClaimStep {
  if (named === undefined) return { type: 'pending' };
  const isOurs = isForClaim(named, claim);
  const isFree = named.spec.claimRef === undefined;
  const why = isFree ? mismatch(named, claim) : undefined;
  if (isOurs || (isFree && why === undefined)) return { type: 'bind', volume: named };
  const event: RecordedEvent = isFree
    ? {
        type: 'Warning',
        reason: 'VolumeMismatch',
        message: `Cannot bind to requested volume "${volumeName}": ${why}`,
      }
    : {
        type: 'Warning',
        reason: 'FailedBinding',
        message: `volume "${volumeName}" already bound to a different claim.`,
      };
  return { type: 'pending', event };
}

function decideUnbound(claim: Readonly<PersistentVolumeClaim>, world: ClaimWorld): ClaimStep {
  const { candidates, storageClass, node, waitingPods } = world;
  const waitsForConsumer = storageClass?.volumeBindingMode === 'WaitForFirstConsumer';
  const volume = matchVolume(claim, candidates, { waitsForConsumer, node });
  if (volume !== undefined) return { type: 'bind', volume };
  if (waitsForConsumer && claim.metadata.annotations?.[SELECTED_NODE] === undefined)
    return { type: 'pending', event: waiting(waitingPods) };
  const name = classOf(claim);
  if (name === '')
    return { type: 'pending', event: { type: 'Normal', reason: 'FailedBinding', message: NO_CLASS } };
  if (storageClass === undefined) {
    const message = `storageclass.storage.k8s.io "${name}" not found`;
    return { type: 'pending', event: { type: 'Warning', reason: 'ProvisioningFailed', message } };
  }
  const { provisioner } = storageClass;
  if (provisioner !== NO_PROVISIONER) return { type: 'provision', provisioner };
  const message = `no volume plugin matched name: ${NO_PROVISIONER}`;
  return { type: 'pending', event: { type: 'Warning', reason: 'ProvisioningFailed', message } };
}

const NO_CLASS = 'no persistent volumes available for this claim and no storage class is set';

function waiting(pods: readonly string[]): RecordedEvent {
  if (pods.length === 0) {
    const message = 'waiting for first consumer to be created before binding';
    return { type: 'Normal', reason: 'WaitForFirstConsumer', message };
  }
  const message = `waiting for pod${pods.length > 1 ? 's' : ''} ${pods.join(',')} to be scheduled`;
  return { type: 'Normal', reason: 'WaitForPodScheduled', message };
}

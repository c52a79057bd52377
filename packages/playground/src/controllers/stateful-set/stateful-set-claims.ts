import type { Pod, StatefulSet } from '@banyan/api/objects';
import { keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import type { EventRecorder } from '../../cluster/event-recorder.ts';
import { PERSISTENT_VOLUME_CLAIMS } from '../../cluster/resources.ts';
import { messageOf } from '../pods/pod-writer.ts';
import { claimName, claimOwners, claimsOf, isStaleClaim } from './volume-claims.ts';

/** Makes the claims of the pod of an ordinal that are missing. Throws if one is on its way out. */
export async function ensureClaims(
  objects: ClusterObjects,
  events: EventRecorder,
  set: Readonly<StatefulSet>,
  ordinal: number,
): Promise<void> {
  for (const draft of claimsOf(set, ordinal)) {
    const { namespace, name = '' } = draft.metadata;
    const found = objects.get(PERSISTENT_VOLUME_CLAIMS, { namespace, name });
    if (found?.metadata.deletionTimestamp !== undefined) throw new Error(`pvc ${name} is being deleted`);
    if (found !== undefined) continue;
    const pod = `Pod ${set.metadata.name}-${ordinal} in StatefulSet ${set.metadata.name}`;
    try {
      await objects.create(PERSISTENT_VOLUME_CLAIMS, draft);
      const message = `Create Claim ${name} ${pod} success`;
      events.record(set, { type: 'Normal', reason: 'SuccessfulCreate', message });
    } catch (error) {
      const message = `Create Claim ${name} for ${pod} failed error: ${messageOf(error)}`;
      events.record(set, { type: 'Warning', reason: 'FailedCreate', message });
      throw error;
    }
  }
}

/** Gives the claims of a pod the owners that the set's retention policy asks for. */
export async function keepClaimOwners(
  objects: ClusterObjects,
  set: Readonly<StatefulSet>,
  { pod, ordinal, isScaledAway }: { pod: Readonly<Pod>; ordinal: number; isScaledAway: boolean },
): Promise<void> {
  const { namespace } = set.metadata;
  for (const template of set.spec.volumeClaimTemplates ?? []) {
    const name = claimName(set, template, ordinal);
    const claim = objects.get(PERSISTENT_VOLUME_CLAIMS, { namespace, name });
    const owners = claim && claimOwners(set, pod, claim, isScaledAway);
    if (claim === undefined || owners === undefined) continue;
    await objects.update(PERSISTENT_VOLUME_CLAIMS, keyOf(claim), ({ metadata }) => {
      metadata.ownerReferences = owners;
    });
  }
}

/** True while a claim of this ordinal still waits to go with an earlier pod of the same name. */
export function hasStaleClaim(objects: ClusterObjects, set: Readonly<StatefulSet>, ordinal: number): boolean {
  const { name: setName, namespace } = set.metadata;
  return (set.spec.volumeClaimTemplates ?? []).some((template) => {
    const claim = objects.get(PERSISTENT_VOLUME_CLAIMS, {
      namespace,
      name: claimName(set, template, ordinal),
    });
    return claim !== undefined && isStaleClaim(claim, `${setName}-${ordinal}`);
  });
}

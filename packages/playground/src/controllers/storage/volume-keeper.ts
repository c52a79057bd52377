import type { PersistentVolume } from '@banyan/api/objects';
import { DONE } from '@banyan/controller';
import { keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { volumesFor } from './claim-binder.ts';
import { decideVolume } from './decide-volume.ts';
import { BINDER, BOUND_BY_CONTROLLER, PROVISIONER } from './storage-names.ts';

type Phase = NonNullable<NonNullable<PersistentVolume['status']>['phase']>;

/** Says how each volume stands, and does with it as its policy says when its claim is gone. */
export function volumeKeeper({ viewOf, eventsOf, enqueue }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  const events = eventsOf(BINDER);
  return {
    name: 'volume-keeper',
    triggers: [
      on(PERSISTENT_VOLUMES, ({ type, object }) => (type === 'DELETED' ? [] : [keyOf(object)])),
      on(PERSISTENT_VOLUME_CLAIMS, ({ object }) => volumesFor(objects, keyOf(object)).map(keyOf)),
    ],
    reconcile: async (key) => {
      const volume = objects.get(PERSISTENT_VOLUMES, key);
      if (volume === undefined) return DONE;
      const { namespace, name = '' } = volume.spec.claimRef ?? {};
      const claim = name === '' ? undefined : objects.get(PERSISTENT_VOLUME_CLAIMS, { namespace, name });
      const step = decideVolume(volume, claim, PROVISIONER);
      switch (step.type) {
        case 'wait':
          enqueue('claim-binder', { namespace, name });
          return DONE;
        case 'phase':
          await setPhase(objects, volume, step.phase);
          return DONE;
        case 'unbind':
          await unbind(objects, volume, step.keepsName);
          return DONE;
        case 'release': {
          if (volume.status?.phase === 'Failed') return DONE;
          await setPhase(objects, volume, 'Released');
          if (step.reclaim === 'delete') await objects.delete(PERSISTENT_VOLUMES, key);
          if (step.reclaim !== 'fail') return DONE;
          const { reason, message } = failureOf(volume);
          await setPhase(objects, volume, 'Failed', message);
          events.record(volume, { type: 'Warning', reason, message });
          return DONE;
        }
      }
    },
  };
}

function failureOf({ metadata, spec }: Readonly<PersistentVolume>): { reason: string; message: string } {
  const isRecycled = spec.persistentVolumeReclaimPolicy === 'Recycle';
  return isRecycled
    ? { reason: 'VolumeFailedRecycle', message: 'no recyclable volume plugin matched' }
    : {
        reason: 'VolumeFailedDelete',
        message: `error getting deleter volume plugin for volume "${metadata.name}": no deletable volume plugin matched`,
      };
}

async function setPhase(
  objects: ClusterObjects,
  volume: Readonly<PersistentVolume>,
  phase: Phase,
  message?: string,
): Promise<void> {
  if (volume.status?.phase === phase) return;
  await objects.updateBelow(PERSISTENT_VOLUMES, 'status', keyOf(volume), (draft) => {
    const { message: _, ...status } = draft.status ?? {};
    draft.status = { ...status, phase, ...(message !== undefined && { message }) };
  });
}

async function unbind(
  objects: ClusterObjects,
  volume: Readonly<PersistentVolume>,
  keepsName: boolean,
): Promise<void> {
  await objects.update(PERSISTENT_VOLUMES, keyOf(volume), (draft) => {
    const { claimRef } = draft.spec;
    if (claimRef?.uid !== volume.spec.claimRef?.uid) return;
    if (keepsName && claimRef !== undefined) delete claimRef.uid;
    else delete draft.spec.claimRef;
    delete draft.metadata.annotations?.[BOUND_BY_CONTROLLER];
  });
}

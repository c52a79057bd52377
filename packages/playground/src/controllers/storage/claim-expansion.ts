import type { PersistentVolumeClaim } from '@banyan/api/objects';
import { DONE } from '@banyan/controller';
import { keyOf } from '../../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { bytes } from './match-volume.ts';
import { PROVISIONED_BY, PROVISIONER } from './storage-names.ts';

/** Gives a bound claim that asks for more what it asks for. Whether it may ask, the API server has decided. */
export function claimExpansion({ viewOf, eventsOf }: SimulationContext): Reconciler {
  const objects = viewOf('banyan');
  const events = eventsOf(PROVISIONER);
  return {
    name: 'claim-expansion',
    triggers: [
      on(PERSISTENT_VOLUME_CLAIMS, ({ type, object }) =>
        type !== 'DELETED' && wantsMore(object) ? [keyOf(object)] : [],
      ),
    ],
    reconcile: async (key) => {
      const claim = objects.get(PERSISTENT_VOLUME_CLAIMS, key);
      if (claim === undefined || !wantsMore(claim)) return DONE;
      const volume = objects.get(PERSISTENT_VOLUMES, { name: claim.spec.volumeName ?? '' });
      if (volume?.metadata.annotations?.[PROVISIONED_BY] !== PROVISIONER) return DONE;
      const storage = claim.spec.resources?.requests?.['storage'] ?? '';
      const begun = `External resizer is resizing volume ${volume.metadata.name}`;
      events.record(claim, { type: 'Normal', reason: 'Resizing', message: begun });
      await objects.update(PERSISTENT_VOLUMES, keyOf(volume), ({ spec }) => {
        if (bytes(spec.capacity?.['storage']) < bytes(storage)) spec.capacity = { ...spec.capacity, storage };
      });
      await objects.updateBelow(PERSISTENT_VOLUME_CLAIMS, 'status', key, (draft) => {
        draft.status = { ...draft.status, capacity: { ...draft.status?.capacity, storage } };
      });
      events.record(claim, {
        type: 'Normal',
        reason: 'VolumeResizeSuccessful',
        message: 'Resize volume succeeded',
      });
      return DONE;
    },
  };
}

function wantsMore({ spec, status }: Readonly<PersistentVolumeClaim>): boolean {
  const wanted = bytes(spec.resources?.requests?.['storage']);
  return status?.phase === 'Bound' && wanted > bytes(status.capacity?.['storage']);
}

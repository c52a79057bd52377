import type { PersistentVolumeClaim } from '@banyan/api/objects';
import { DONE } from '@banyan/controller';
import { keyOf } from '../../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import {
  NODES,
  PERSISTENT_VOLUME_CLAIMS,
  PERSISTENT_VOLUMES,
  STORAGE_CLASSES,
} from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { SELECTED_NODE } from '../../scheduler/pod-volumes.ts';
import { provisionedName, provisionedVolume } from './provisioned-volume.ts';
import { ASKED_PROVISIONER, classOf, PROVISIONER } from './storage-names.ts';

/** Makes the volumes that claims of the playground's classes ask for. */
export function provisionerReconciler({ viewOf, eventsOf }: SimulationContext): Reconciler {
  const objects = viewOf('banyan');
  const events = eventsOf(PROVISIONER);
  return {
    name: 'provisioner',
    triggers: [
      on(PERSISTENT_VOLUME_CLAIMS, ({ type, object }) =>
        type !== 'DELETED' && isAsking(object) ? [keyOf(object)] : [],
      ),
    ],
    reconcile: async (key) => {
      const claim = objects.get(PERSISTENT_VOLUME_CLAIMS, key);
      if (claim === undefined || !isAsking(claim)) return DONE;
      const storageClass = objects.get(STORAGE_CLASSES, { name: classOf(claim) });
      if (storageClass === undefined || objects.get(PERSISTENT_VOLUMES, { name: provisionedName(claim) }))
        return DONE;
      const nodeName = claim.metadata.annotations?.[SELECTED_NODE] ?? '';
      const node = nodeName === '' ? undefined : objects.get(NODES, { name: nodeName });
      const { namespace, name } = claim.metadata;
      const begun = `External provisioner is provisioning volume for claim "${namespace}/${name}"`;
      events.record(claim, { type: 'Normal', reason: 'Provisioning', message: begun });
      await objects.ensure(PERSISTENT_VOLUMES, provisionedVolume(claim, storageClass, node));
      const done = `Successfully provisioned volume ${provisionedName(claim)}`;
      events.record(claim, { type: 'Normal', reason: 'ProvisioningSucceeded', message: done });
      return DONE;
    },
  };
}

function isAsking({ metadata, spec }: Readonly<PersistentVolumeClaim>): boolean {
  return (
    metadata.annotations?.[ASKED_PROVISIONER] === PROVISIONER &&
    (spec.volumeName ?? '') === '' &&
    metadata.deletionTimestamp === undefined
  );
}

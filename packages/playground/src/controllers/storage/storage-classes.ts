import type { StorageClass } from '@banyan/api/objects';
import { DONE } from '@banyan/controller';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { NAMESPACES, STORAGE_CLASSES } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { PROVISIONER } from './storage-names.ts';

const SYSTEM = 'kube-system';

/** The classes that a cluster of the playground starts with: one that binds at once, one that waits for a consumer. */
const CLASSES: readonly Omit<StorageClass, 'apiVersion' | 'kind'>[] = [
  {
    metadata: { name: 'standard', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
    provisioner: PROVISIONER,
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'Immediate',
    allowVolumeExpansion: true,
  },
  {
    metadata: { name: 'standard-wait' },
    provisioner: PROVISIONER,
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'WaitForFirstConsumer',
    allowVolumeExpansion: true,
  },
];

/** Makes them at the start. Who deletes one does without it until the next. */
export function storageClasses({ viewOf }: SimulationContext): Reconciler {
  const objects = viewOf('banyan');
  return {
    name: 'storage-classes',
    triggers: [
      on(NAMESPACES, ({ type, object }) =>
        type === 'ADDED' && object.metadata.name === SYSTEM ? [{ name: SYSTEM }] : [],
      ),
    ],
    reconcile: async () => {
      for (const draft of CLASSES) await objects.ensure(STORAGE_CLASSES, structuredClone(draft));
      return DONE;
    },
  };
}

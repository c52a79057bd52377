import type { KubeObject } from '@banyan/api';
import type { Pod } from '@banyan/api/objects';
import { DONE } from '@banyan/controller';
import { keyOf, type ClusterObjects, type ObjectKey } from '../../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import {
  PERSISTENT_VOLUME_CLAIMS,
  PERSISTENT_VOLUMES,
  PODS,
  type Resource,
} from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { claimNames } from '../../scheduler/pod-volumes.ts';
import { podsUsing } from './claim-users.ts';

const CLAIM_PROTECTION = 'kubernetes.io/pvc-protection';
const VOLUME_PROTECTION = 'kubernetes.io/pv-protection';

/** Keeps a claim that is being deleted as long as a pod that has a node uses it. */
export function claimProtection({ viewOf }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  return {
    name: 'claim-protection',
    triggers: [
      on(PERSISTENT_VOLUME_CLAIMS, ({ type, object }) =>
        type !== 'DELETED' && isEnding(object, CLAIM_PROTECTION) ? [keyOf(object)] : [],
      ),
      on(PODS, ({ type, object }) => {
        if (type !== 'DELETED' && !isShutDown(object)) return [];
        return claimNames(object).map((name) => ({ namespace: object.metadata.namespace, name }));
      }),
    ],
    reconcile: async (key) => {
      const claim = objects.get(PERSISTENT_VOLUME_CLAIMS, key);
      if (claim === undefined || !isEnding(claim, CLAIM_PROTECTION)) return DONE;
      const isUsed = podsUsing(objects, key).some((pod) => uses(pod, key));
      if (!isUsed) await dropFinalizer(objects, PERSISTENT_VOLUME_CLAIMS, key, CLAIM_PROTECTION);
      return DONE;
    },
  };
}

/** A claim that was made for the pod is let go as soon as its kubelet has. */
function uses(pod: Readonly<Pod>, { name }: ObjectKey): boolean {
  if ((pod.spec.nodeName ?? '') === '') return false;
  const isNamed = pod.spec.volumes?.some((volume) => volume.persistentVolumeClaim?.claimName === name);
  return isNamed === true || !isShutDown(pod);
}

function isShutDown({ metadata }: Readonly<Pod>): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.deletionGracePeriodSeconds ?? 0) === 0;
}

/** Keeps a volume that is being deleted as long as a claim has it. */
export function volumeProtection({ viewOf }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  return {
    name: 'volume-protection',
    triggers: [
      on(PERSISTENT_VOLUMES, ({ type, object }) =>
        type !== 'DELETED' && isEnding(object, VOLUME_PROTECTION) ? [keyOf(object)] : [],
      ),
    ],
    reconcile: async (key) => {
      const volume = objects.get(PERSISTENT_VOLUMES, key);
      if (volume === undefined || !isEnding(volume, VOLUME_PROTECTION)) return DONE;
      if (volume.status?.phase !== 'Bound')
        await dropFinalizer(objects, PERSISTENT_VOLUMES, key, VOLUME_PROTECTION);
      return DONE;
    },
  };
}

function isEnding({ metadata }: Readonly<KubeObject>, finalizer: string): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.finalizers?.includes(finalizer) === true;
}

async function dropFinalizer<T extends KubeObject>(
  objects: ClusterObjects,
  of: Resource<T>,
  key: ObjectKey,
  finalizer: string,
): Promise<void> {
  await objects.update(of, key, ({ metadata }) => {
    const kept = (metadata.finalizers ?? []).filter((each) => each !== finalizer);
    if (kept.length > 0) metadata.finalizers = kept;
    else delete metadata.finalizers;
  });
}

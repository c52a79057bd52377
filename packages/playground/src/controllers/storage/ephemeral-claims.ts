import type { Pod, Volume } from '@banyan/api/objects';
import { DONE } from '@banyan/controller';
import { controllerOf, keyOf, type ClusterObjects } from '../../cluster/cluster-objects.ts';
import { on, type Reconciler } from '../../cluster/reconciler.ts';
import { PERSISTENT_VOLUME_CLAIMS, PODS } from '../../cluster/resources.ts';
import type { SimulationContext } from '../../cluster/simulation.ts';
import { controllerReference } from '../pods/controller-reference.ts';

/** Makes the claims of volumes that live as long as their pod. */
export function ephemeralClaims({ viewOf, eventsOf }: SimulationContext): Reconciler {
  const objects = viewOf('kube-controller-manager');
  const events = eventsOf('ephemeral_volume');
  return {
    name: 'ephemeral-claims',
    triggers: [
      on(PODS, ({ type, object }) => (type === 'ADDED' && hasEphemeral(object) ? [keyOf(object)] : [])),
      on(PERSISTENT_VOLUME_CLAIMS, ({ type, object }) => {
        const owner = controllerOf(object);
        if (type !== 'DELETED' || owner?.kind !== PODS.kind) return [];
        return [{ namespace: object.metadata.namespace, name: owner.name }];
      }),
    ],
    reconcile: async (key) => {
      const pod = objects.get(PODS, key);
      if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) return DONE;
      for (const volume of pod.spec.volumes ?? []) {
        const why = await ensureClaim(objects, pod, volume);
        if (why === undefined) continue;
        const message = `ephemeral volume ${volume.name}: ${why}`;
        events.record(pod, { type: 'Warning', reason: 'FailedBinding', message });
        throw new Error(`pod ${key.namespace}/${key.name}, ${message}`);
      }
      return DONE;
    },
  };
}

function hasEphemeral({ spec }: Readonly<Pod>): boolean {
  return spec.volumes?.some(({ ephemeral }) => ephemeral !== undefined) === true;
}

/** Why it cannot be the pod's. */
async function ensureClaim(
  objects: ClusterObjects,
  pod: Readonly<Pod>,
  volume: Readonly<Volume>,
): Promise<string | undefined> {
  const template = volume.ephemeral?.volumeClaimTemplate;
  if (template === undefined) return undefined;
  const { namespace, uid } = pod.metadata;
  const name = `${pod.metadata.name}-${volume.name}`;
  const found = objects.get(PERSISTENT_VOLUME_CLAIMS, { namespace, name });
  if (found !== undefined) {
    if (controllerOf(found)?.uid === uid) return undefined;
    return `PVC ${namespace}/${name} was not created for pod ${namespace}/${pod.metadata.name} (pod is not owner)`;
  }
  const { labels, annotations } = template.metadata ?? {};
  await objects.ensure(PERSISTENT_VOLUME_CLAIMS, {
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(labels && { labels: { ...labels } }),
      ...(annotations && { annotations: { ...annotations } }),
      ownerReferences: [controllerReference(PODS, pod)],
    },
    spec: structuredClone(template.spec),
  });
  return undefined;
}

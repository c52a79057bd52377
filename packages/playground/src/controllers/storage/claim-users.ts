import type { Pod } from '@banyan/api/objects';
import type { ClusterObjects, ObjectKey } from '../../cluster/cluster-objects.ts';
import { PODS } from '../../cluster/resources.ts';
import { claimNames } from '../../scheduler/pod-volumes.ts';

/** The pods that name a claim, those that have ended too. */
export function podsUsing(objects: ClusterObjects, { namespace, name }: ObjectKey): Readonly<Pod>[] {
  return objects
    .indexed(PODS, 'claim', (pod) => claimNames(pod).map((claim) => `${pod.metadata.namespace}/${claim}`))
    .get(`${namespace}/${name}`);
}

import type { PersistentVolume } from '@banyan/api/objects';
import type { ClusterObjects } from '../../cluster/cluster-objects.ts';
import { PERSISTENT_VOLUMES } from '../../cluster/resources.ts';
import { classOf } from './storage-names.ts';

/** The volumes of a class that no claim has, and none is promised. */
export function freeVolumes(objects: ClusterObjects, className: string): Readonly<PersistentVolume>[] {
  return objects
    .indexed(PERSISTENT_VOLUMES, 'free', (volume) =>
      volume.spec.claimRef === undefined ? [classOf(volume)] : [],
    )
    .get(className);
}

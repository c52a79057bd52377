import type { KubeObject } from '@banyan/api';
import type { ClusterObjects } from '../../cluster/cluster-objects.ts';
import type { EventRecorder } from '../../cluster/event-recorder.ts';
import { NAMESPACES } from '../../cluster/resources.ts';
import type { ServedKinds } from '../../cluster/served-kinds.ts';
import { ownersOf } from './dependents.ts';

interface World {
  readonly objects: ClusterObjects;
  readonly kinds: Pick<ServedKinds, 'named'>;
  readonly events: EventRecorder;
}

/** Tells of owners that are there, but not where an owner of this object can be: in another namespace. */
export function reportMisplacedOwners({ objects, kinds, events }: World, object: Readonly<KubeObject>): void {
  const { namespace = '' } = object.metadata;
  for (const { apiVersion, kind, name, uid } of ownersOf(object)) {
    const of = kinds.named({ apiVersion, kind });
    if (of === undefined || !of.namespaced) continue;
    if (objects.get(of, { namespace, name })?.metadata.uid === uid) continue;
    const isElsewhere = [...objects.list(NAMESPACES)].some(
      ({ metadata }) => objects.get(of, { namespace: metadata.name, name })?.metadata.uid === uid,
    );
    if (!isElsewhere) continue;
    const reference = `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
    const message = `ownerRef ${reference} does not exist in namespace ${JSON.stringify(namespace)}`;
    events.record(object, { type: 'Warning', reason: 'OwnerRefInvalidNamespace', message });
  }
}

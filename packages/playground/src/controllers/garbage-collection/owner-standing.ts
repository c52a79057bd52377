import type { KubeObject, OwnerReference } from '@banyan/api';
import type { ClusterObjects } from '../../cluster/cluster-objects.ts';
import type { ServedKinds } from '../../cluster/served-kinds.ts';
import { deletionDuty } from './deletion-finalizers.ts';
import { ownersOf } from './dependents.ts';

/**
 * How an owner is found. `solid`: it is there. `waiting`: it goes as soon as its dependents are gone. `dangling`: it is
 * not there. `unknown`: its kind is not served, now at least. `impossible`: what has no namespace cannot be owned by
 * what has one.
 */
export type OwnerStanding = 'solid' | 'waiting' | 'dangling' | 'unknown' | 'impossible';

export interface Ownership {
  readonly reference: OwnerReference;
  readonly standing: OwnerStanding;
}

/** An owner counts only where its reference says that it is: in the object's namespace, or in none. */
export function ownerships(
  objects: ClusterObjects,
  kinds: Pick<ServedKinds, 'named'>,
  object: Readonly<KubeObject>,
): Ownership[] {
  return ownersOf(object).map((reference) => ({
    reference,
    standing: standingOf(objects, kinds, object, reference),
  }));
}

function standingOf(
  objects: ClusterObjects,
  kinds: Pick<ServedKinds, 'named'>,
  { metadata: { namespace } }: Readonly<KubeObject>,
  reference: OwnerReference,
): OwnerStanding {
  const kind = kinds.named(reference);
  if (kind === undefined) return 'unknown';
  if (kind.namespaced && namespace === undefined) return 'impossible';
  const { name, uid } = reference;
  const owner = objects.get(kind, kind.namespaced ? { namespace, name } : { name });
  if (owner?.metadata.uid !== uid) return 'dangling';
  return deletionDuty(owner) === 'foreground' ? 'waiting' : 'solid';
}

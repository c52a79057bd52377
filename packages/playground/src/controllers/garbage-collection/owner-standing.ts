import type { KubeObject, OwnerReference } from '@banyan/api';
import type { ClusterObjects } from '../../cluster/cluster-objects.ts';
import type { ServedKinds } from '../../cluster/served-kinds.ts';
import { deletionDuty } from './deletion-finalizers.ts';
import { ownersOf, type Dependents } from './dependents.ts';

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

export interface OwnerWorld {
  readonly objects: ClusterObjects;
  readonly kinds: Pick<ServedKinds, 'named'>;
  readonly dependents: Pick<Dependents, 'isOwnerGone'>;
}

/** An owner counts only where its reference says that it is: in the object's namespace, or in none. */
export function ownerships(world: OwnerWorld, object: Readonly<KubeObject>): Ownership[] {
  return ownersOf(object).map((reference) => ({
    reference,
    standing: standingOf(world, object, reference),
  }));
}

function standingOf(
  { objects, kinds, dependents }: OwnerWorld,
  { metadata: { namespace } }: Readonly<KubeObject>,
  reference: OwnerReference,
): OwnerStanding {
  const { name, uid } = reference;
  const kind = kinds.named(reference);
  if (kind?.namespaced === true && namespace === undefined) return 'impossible';
  // Its kind may be gone with it.
  if (dependents.isOwnerGone(uid)) return 'dangling';
  if (kind === undefined) return 'unknown';
  const owner = objects.get(kind, kind.namespaced ? { namespace, name } : { name });
  if (owner?.metadata.uid !== uid) return 'dangling';
  return deletionDuty(owner) === 'foreground' ? 'waiting' : 'solid';
}

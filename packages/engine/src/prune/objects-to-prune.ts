import { kindRank } from '../order/kind-rank.ts';
import { identityKey, type ObjectIdentity } from '../words/object-identity.ts';

export interface PruneRequest {
  /** What the member was given. */
  readonly before: Iterable<ObjectIdentity>;
  /** What it is to have. */
  readonly after: Iterable<ObjectIdentity>;
  /** Whether we made this Namespace. One that was there is used, never owned. */
  readonly isOurNamespace: (name: string) => boolean;
  /** Whether another work of the member claims the object (by `identityKey`): then it only changed hands. */
  readonly isClaimedElsewhere?: (key: string) => boolean;
}

/** What is to be deleted from the member, in the order in which to delete it: the reverse of applying. */
export function objectsToPrune(request: PruneRequest): ObjectIdentity[] {
  const { before, after, isOurNamespace, isClaimedElsewhere = () => false } = request;
  const wanted = new Set<string>();
  for (const identity of after) wanted.add(identityKey(identity));
  const gone = new Map<string, ObjectIdentity>();
  for (const identity of before) {
    const key = identityKey(identity);
    if (wanted.has(key) || isClaimedElsewhere(key)) continue;
    if (isNamespace(identity) && !isOurNamespace(identity.name)) continue;
    gone.set(key, identity);
  }
  return [...gone.values()].sort((a, b) => kindRank(b.group, b.kind) - kindRank(a.group, a.kind));
}

function isNamespace({ group, kind }: ObjectIdentity): boolean {
  return group === '' && kind === 'Namespace';
}

import type { KubeObject } from '@banyan/api';
import { FOREGROUND, ORPHAN } from './deletion-finalizers.ts';
import type { Ownership, OwnerStanding } from './owner-standing.ts';

export type Collection =
  | { readonly type: 'keep' }
  /** Something is not known yet. */
  | { readonly type: 'look-again' }
  | { readonly type: 'drop-references'; readonly uids: readonly string[] }
  | {
      readonly type: 'delete';
      readonly propagationPolicy: 'Foreground' | 'Background' | 'Orphan';
      /** Its owners must not wait for it: it waits for one of them. */
      readonly unblocksOwners: boolean;
    };

export interface DependentFacts {
  readonly hasDependents: boolean;
  /** One that waits for its own dependents: it may be the object's owner too. */
  readonly hasWaitingDependent: boolean;
}

/** What becomes of an object that is not being deleted, by how its owners are found. */
export function decideCollection(
  { metadata }: Readonly<KubeObject>,
  owners: readonly Ownership[],
  { hasDependents, hasWaitingDependent }: DependentFacts,
): Collection {
  const having = (...standings: OwnerStanding[]) =>
    owners.filter(({ standing }) => standings.includes(standing));
  if (owners.length === 0 || having('impossible').length > 0) return { type: 'keep' };
  if (having('unknown').length > 0) return { type: 'look-again' };
  const uids = having('dangling', 'waiting').map(({ reference }) => reference.uid);
  if (having('solid').length > 0)
    return uids.length === 0 ? { type: 'keep' } : { type: 'drop-references', uids };
  if (having('waiting').length > 0 && hasDependents)
    return { type: 'delete', propagationPolicy: 'Foreground', unblocksOwners: hasWaitingDependent };
  const asked = metadata.finalizers ?? [];
  const propagationPolicy = asked.includes(ORPHAN)
    ? 'Orphan'
    : asked.includes(FOREGROUND)
      ? 'Foreground'
      : 'Background';
  return { type: 'delete', propagationPolicy, unblocksOwners: false };
}

import type { KubeObject, OwnerReference } from '@banyan/api';
import { keyOf, type ObjectKey } from '../../cluster/cluster-objects.ts';

/** Where an object is: objects of all kinds meet here. */
export interface Place {
  readonly table: string;
  readonly key: ObjectKey;
}

interface Group {
  readonly members: Map<string, Place>;
  /** Those that their owner waits for when it goes after them. */
  readonly blocking: Set<string>;
  /** Its deletion was seen: nobody need look for it. */
  isOwnerGone: boolean;
}

/** Who depends on whom, by the owners' uids. Only objects with owners are in it. */
export class Dependents {
  readonly #groups = new Map<string, Group>();

  add(table: string, object: Readonly<KubeObject>): void {
    const id = idOf(table, object);
    for (const { uid, blockOwnerDeletion } of ownersOf(object)) {
      let group = this.#groups.get(uid);
      if (group === undefined) this.#groups.set(uid, (group = newGroup()));
      group.members.set(id, { table, key: keyOf(object) });
      if (blockOwnerDeletion === true) group.blocking.add(id);
    }
  }

  remove(table: string, object: Readonly<KubeObject>): void {
    const id = idOf(table, object);
    for (const { uid } of ownersOf(object)) {
      const group = this.#groups.get(uid);
      group?.members.delete(id);
      group?.blocking.delete(id);
      if (group?.members.size === 0) this.#groups.delete(uid);
    }
  }

  of(uid: string | undefined): Place[] {
    return [...(this.#groups.get(uid ?? '')?.members.values() ?? [])];
  }

  ownerIsGone(uid: string | undefined): void {
    const group = this.#groups.get(uid ?? '');
    if (group !== undefined) group.isOwnerGone = true;
  }

  /** False: it may be there, or not. */
  isOwnerGone(uid: string): boolean {
    return this.#groups.get(uid)?.isOwnerGone === true;
  }

  isBlocked(uid: string | undefined): boolean {
    return (this.#groups.get(uid ?? '')?.blocking.size ?? 0) > 0;
  }
}

function newGroup(): Group {
  return { members: new Map(), blocking: new Set(), isOwnerGone: false };
}

export function ownersOf({ metadata }: Readonly<KubeObject>): readonly OwnerReference[] {
  return metadata.ownerReferences ?? [];
}

function idOf(table: string, { metadata: { namespace = '', name = '' } }: Readonly<KubeObject>): string {
  return `${table}/${namespace}/${name}`;
}

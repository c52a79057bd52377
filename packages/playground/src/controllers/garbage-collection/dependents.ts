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
}

/** Who depends on whom, by the owners' uids. Only objects with owners are in it. */
export class Dependents {
  readonly #groups = new Map<string, Group>();

  add(table: string, object: Readonly<KubeObject>): void {
    const id = idOf(table, object);
    for (const { uid, blockOwnerDeletion } of ownersOf(object)) {
      let group = this.#groups.get(uid);
      if (group === undefined) this.#groups.set(uid, (group = { members: new Map(), blocking: new Set() }));
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

  isBlocked(uid: string | undefined): boolean {
    return (this.#groups.get(uid ?? '')?.blocking.size ?? 0) > 0;
  }
}

export function ownersOf({ metadata }: Readonly<KubeObject>): readonly OwnerReference[] {
  return metadata.ownerReferences ?? [];
}

function idOf(table: string, { metadata: { namespace = '', name = '' } }: Readonly<KubeObject>): string {
  return `${table}/${namespace}/${name}`;
}

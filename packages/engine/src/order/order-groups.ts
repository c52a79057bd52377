import { parseApiVersion, type KubeObject } from '@banyan/api';
import { objectRank } from './kind-rank.ts';

/** What may be applied at the same time, once the groups before it are there. */
export interface OrderedGroup<T> {
  readonly items: readonly OrderedItem<T>[];
}

export interface OrderedItem<T> {
  readonly item: T;
  /** The name of the CustomResourceDefinition, of the same work, that must be established first. */
  readonly waitsFor?: string;
}

/** In the order in which they are applied. To delete, go through it backwards. */
export function orderGroups<T extends { readonly object: KubeObject }>(
  items: readonly T[],
): OrderedGroup<T>[] {
  const definitions = definedKinds(items);
  const byRank = new Map<number, OrderedItem<T>[]>();
  for (const item of items) {
    const { apiVersion, kind } = item.object;
    const waitsFor = definitions.get(`${parseApiVersion(apiVersion).group}/${kind}`);
    const rank = objectRank(item.object);
    const group = byRank.get(rank) ?? [];
    group.push(waitsFor === undefined ? { item } : { item, waitsFor });
    byRank.set(rank, group);
  }
  return [...byRank].sort(([a], [b]) => a - b).map(([, group]) => ({ items: group }));
}

function definedKinds(items: readonly { readonly object: KubeObject }[]): Map<string, string> {
  const kinds = new Map<string, string>();
  for (const { object } of items) {
    if (object.kind !== 'CustomResourceDefinition') continue;
    const { group, names } = (object['spec'] ?? {}) as { group?: string; names?: { kind?: string } };
    if (typeof group !== 'string' || typeof names?.kind !== 'string') continue;
    kinds.set(`${group}/${names.kind}`, object.metadata.name ?? '');
  }
  return kinds;
}

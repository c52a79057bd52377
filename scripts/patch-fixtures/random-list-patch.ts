import type { Random } from './random.ts';

type Item = Readonly<Record<string, unknown>>;

/** A list that a strategic merge patch merges, and what may be done to it. */
export interface MergedField {
  readonly field: string;
  readonly mergeKey: string;
  readonly existing: readonly Item[];
  /** Whole items to add. */
  readonly fresh: readonly Item[];
  /** A change to an item that exists, without its merge key. */
  readonly change: (random: Random, item: Item) => Item;
}

/**
 * Allows one fault a patch: of two, the API server names now the one and now the other. Shared by all parts of
 * a patch.
 */
export class FaultBudget {
  #left = 1;

  /** Whether to make a fault here: in `percent` of a hundred times, while one is allowed. */
  spend(random: Random, percent: number): boolean {
    if (this.#left === 0 || !random.chance(percent)) return false;
    this.#left -= 1;
    return true;
  }
}

/**
 * A random patch of the field: changes, additions and deletions, in the order of the list or not, with or
 * without a `$setElementOrder`; sometimes one that the API server must refuse.
 */
export function randomListPatch(
  random: Random,
  list: MergedField,
  faults: FaultBudget,
): Record<string, unknown> {
  const { field } = list;
  if (random.chance(4)) return { [field]: null };
  const items = patchItems(random, list);
  if (faults.spend(random, 8)) items.splice(random.int(items.length + 1), 0, brokenItem(random, list));
  const isOrdered = random.chance(45) && items.length + list.existing.length > 0;
  const patch = random.chance(85) ? { [field]: items } : {};
  if (!isOrdered) return patch;
  return { [`$setElementOrder/${field}`]: elementOrder(random, list, { items, faults }), ...patch };
}

function patchItems(random: Random, list: MergedField): unknown[] {
  const { mergeKey, existing, fresh, change } = list;
  const keyOnly = (item: Item) => ({ [mergeKey]: item[mergeKey] });
  const deletion = (item: Item) => ({ ...keyOnly(item), $patch: 'delete' });
  const replaces = random.chance(10);
  // What replaces a list must be whole: the API server would fill in the rest, and there were nothing to compare.
  const changes = random
    .some(existing)
    .map((item) =>
      replaces || random.chance(35) ? deletion(item) : { ...keyOnly(item), ...change(random, item) },
    );
  const items: unknown[] = [
    ...changes,
    ...random.some(fresh),
    ...(random.chance(10) ? fresh.slice(0, 1).map(deletion) : []),
    ...(replaces ? [{ $patch: 'replace' }] : []),
  ];
  return random.chance(50) ? items : random.shuffled(items);
}

function brokenItem(random: Random, { existing }: MergedField): unknown {
  return random.pick<unknown>([
    { unnamed: 'x' },
    { $patch: 'delete' },
    { $patch: 'merge', ...existing[0] },
    { $patch: 'bogus', a: 1.5, b: [true, null] },
    'text',
    5,
  ]);
}

/** The order that a client would send: of its own items, with those that it does not know left out. */
function elementOrder(
  random: Random,
  { mergeKey, existing, fresh }: MergedField,
  { items, faults }: { items: readonly unknown[]; faults: FaultBudget },
): unknown[] {
  const named = items.flatMap((item) => keyOf(item, mergeKey));
  const others = random.some([...existing, ...fresh]).flatMap((item) => keyOf(item, mergeKey));
  const keys = new Map([...named, ...others].map((key) => [JSON.stringify(key), key]));
  const order = [...keys.values()].map((key) => ({ [mergeKey]: key }));
  if (faults.spend(random, 15)) return random.shuffled(order);
  if (faults.spend(random, 5)) return [...order, { other: 'key' }];
  return order;
}

function keyOf(item: unknown, mergeKey: string): unknown[] {
  const isKeyed = typeof item === 'object' && item !== null && mergeKey in item && !('$patch' in item);
  return isKeyed ? [(item as Item)[mergeKey]] : [];
}

import { isJsonObject, ownValue, type JsonObject, type JsonValue } from '../json-value.ts';
import { missingMergeKey, unexplained, wrongType } from './strategic-error.ts';

/** What the items of one list have in common: `mergeKey` is empty for plain values. */
export interface ListItems {
  readonly mergeKey: string;
  readonly path: string;
}

/** Two orders to keep: `wanted` (the patch's) wins over `live` (what the object has). */
export interface Orders {
  readonly wanted: readonly JsonValue[];
  readonly live: readonly JsonValue[];
}

/** Where the items of a list stand, by their keys. */
type Places = ReadonlyMap<JsonValue | undefined, number>;

/**
 * Orders a merged list: items that `wanted` names in its order, the others in the order of `live`, each of
 * those put before the first wanted item that stands behind it in `live`.
 */
export function orderList(
  items: readonly JsonValue[],
  { wanted, live }: Orders,
  list: ListItems,
): JsonValue[] {
  const wantedPlaces = placesOf(wanted, list);
  const livePlaces = placesOf(live, list);
  const named: JsonValue[] = [];
  const others: JsonValue[] = [];
  for (const item of items) (wantedPlaces.has(keyOf(item, list)) ? named : others).push(item);
  for (const item of [...wanted, ...live]) keyOf(item, list);
  const placeIn = (places: Places) => (item: JsonValue) => places.get(keyOf(item, list)) ?? -1;
  const sortedOthers = sortByPlace(others, placeIn(livePlaces));
  return interleave(sortedOthers, sortByPlace(named, placeIn(wantedPlaces)), placeIn(livePlaces));
}

/** The merge key's value, or the plain value itself. */
export function keyOf(item: JsonValue | undefined, { mergeKey, path }: ListItems): JsonValue {
  if (mergeKey === '') return item ?? null;
  const object = itemObject(item, path);
  const key = ownValue(object, mergeKey);
  if (key === undefined) throw missingMergeKey(object, mergeKey, path);
  return key;
}

export function itemObject(item: JsonValue | undefined, path: string): JsonObject {
  if (!isJsonObject(item)) throw wrongType('map', item, path);
  return item;
}

/** The first place of every key. Items may lack the key here (then nothing finds them), but must be objects. */
export function placesOf(items: readonly JsonValue[], { mergeKey, path }: ListItems): Map<JsonValue, number> {
  const places = new Map<JsonValue, number>();
  for (const [place, item] of items.entries()) {
    if (mergeKey !== '' && !isJsonObject(item)) {
      throw unexplained('wrong-type', `value for key ${place} is not a map`, path);
    }
    const key = isJsonObject(item) ? ownValue(item, mergeKey) : item;
    if (key !== undefined && !places.has(key)) places.set(key, place);
  }
  return places;
}

/** Up to this many items the API server's sort is a plain insertion sort. */
const INSERTION_SORTED = 20;

function sortByPlace(items: readonly JsonValue[], placeOf: (item: JsonValue) => number): JsonValue[] {
  const placed = items.map((item) => ({ item, place: placeOf(item) }));
  const hasMissing = placed.some(({ place }) => place < 0);
  const isInsertion = hasMissing && placed.length <= INSERTION_SORTED;
  const sorted = isInsertion ? insertionSorted(placed) : missingFirst(placed);
  return sorted.map(({ item }) => item);
}

interface Placed {
  readonly item: JsonValue;
  /** Negative if the order does not have the item. */
  readonly place: number;
}

/**
 * Puts an item before its neighbour also when the order lacks one of them: what comes out for those depends on
 * the way of sorting, so it is the API server's way.
 */
function insertionSorted(items: readonly Placed[]): Placed[] {
  const sorted: Placed[] = [];
  for (const item of items) {
    let at = sorted.length;
    while (at > 0 && isBefore(item.place, sorted[at - 1]?.place ?? -1)) at -= 1;
    sorted.splice(at, 0, item);
  }
  return sorted;
}

function isBefore(place: number, neighbour: number): boolean {
  return place < 0 || neighbour < 0 || place < neighbour;
}

/** The same without its cost, and for most lists with the same result. */
function missingFirst(items: readonly Placed[]): Placed[] {
  const missing = items.filter(({ place }) => place < 0);
  const found = items.filter(({ place }) => place >= 0);
  return [...missing.toReversed(), ...found.toSorted((left, right) => left.place - right.place)];
}

function interleave(
  others: readonly JsonValue[],
  named: readonly JsonValue[],
  livePlace: (item: JsonValue) => number,
): JsonValue[] {
  const result: JsonValue[] = [];
  let taken = 0;
  for (const item of named) {
    const place = livePlace(item);
    for (; taken < others.length; taken += 1) {
      const other = others[taken] ?? null;
      const otherPlace = livePlace(other);
      if (otherPlace < 0 || place < 0 || otherPlace >= place) break;
      result.push(other);
    }
    result.push(item);
  }
  return [...result, ...others.slice(taken)];
}

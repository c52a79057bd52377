import { isJsonArray, isJsonObject, ownValue, type JsonObject, type JsonValue } from '../json-value.ts';
import type { Schema } from '../schema.ts';
import { PATCH } from './directives.ts';
import { goText, goTypeName } from './go-text.ts';
import { itemObject, keyOf, orderList, placesOf, type ListItems } from './list-order.ts';
import { listOfLists, unexplained, unknownDirective } from './strategic-error.ts';

/** Merges an item of a list with its patch; given by who merges objects, since the two call each other. */
export type MergeItem = (
  item: JsonObject,
  patch: JsonObject,
  schema: Schema | undefined,
  path: string,
) => JsonObject;

export interface ListMerge extends ListItems {
  readonly itemSchema: Schema | undefined;
  readonly mergeItem: MergeItem;
}

export interface MergedList {
  readonly items: readonly JsonValue[];
  /**
   * The object's list as the API server sees it after the merge, when it comes to ordering: it deletes and
   * appends inside of that list, so deleted items are gone and appended ones stand in their places.
   */
  readonly live: readonly JsonValue[];
}

/** Merges a list whose strategy is `merge`. */
export function mergeList(
  original: readonly JsonValue[],
  patch: readonly JsonValue[],
  list: ListMerge,
): MergedList {
  if (original.length === 0 && patch.length === 0) return { items: original, live: original };
  if (itemType(original, patch, list.path) === 'object') return mergeObjects(original, patch, list);
  const items = [...new Set([...original, ...patch])];
  const plain = { mergeKey: list.mergeKey, path: list.path };
  return { items: orderList(items, { wanted: patch, live: original }, plain), live: original };
}

/** `$deleteFromPrimitiveList` on a list. */
export function deleteFromList(
  original: readonly JsonValue[],
  toDelete: readonly JsonValue[],
  list: ListMerge,
): readonly JsonValue[] {
  if (original.length === 0 && toDelete.length === 0) return original;
  if (itemType(original, toDelete, list.path) === 'object')
    return mergeObjects(original, toDelete, list).items;
  const deleted = new Set(toDelete);
  return original.filter((item) => !deleted.has(item));
}

/** Whether the items of both lists are objects or plain values: they must all be of one type. */
export function itemType(
  original: readonly JsonValue[],
  patch: readonly JsonValue[],
  path: string,
): 'object' | 'plain' {
  const all = [...original, ...patch];
  const [first] = all;
  if (first === undefined) throw unexplained('bad-list', 'no elements in any of the given slices', path);
  if (isJsonArray(first)) throw listOfLists(path);
  if (all.some((item) => goTypeName(item) !== goTypeName(first))) {
    const message = `list element types are not identical: ${goText([original, patch])}`;
    throw unexplained('bad-list', message, path);
  }
  return isJsonObject(first) ? 'object' : 'plain';
}

function mergeObjects(
  original: readonly JsonValue[],
  patch: readonly JsonValue[],
  list: ListMerge,
): MergedList {
  if (list.mergeKey === '') {
    throw unexplained('missing-merge-key', 'cannot merge lists without merge key for struct', list.path);
  }
  const { kept, changes, replaces } = applyItemDirectives(original, patch, list);
  if (replaces) {
    const items = orderList([...changes], { wanted: [], live: changes }, list);
    return { items, live: liveList(original, kept, []) };
  }
  const merged = mergeChanges(kept, changes, list);
  const items = orderList(merged, { wanted: changes, live: merged.slice(0, kept.length) }, list);
  return { items, live: liveList(original, kept, merged.slice(kept.length)) };
}

function mergeChanges(
  kept: readonly JsonValue[],
  changes: readonly JsonObject[],
  list: ListMerge,
): JsonValue[] {
  const merged = [...kept];
  const places = placesOf(kept, list);
  for (const change of changes) {
    const key = keyOf(change, list);
    const place = places.get(key);
    if (place === undefined) {
      places.set(key, merged.push(change) - 1);
    } else {
      const path = `${list.path}/${place}`;
      merged[place] = list.mergeItem(itemObject(merged[place], path), change, list.itemSchema, path);
    }
  }
  return merged;
}

function applyItemDirectives(
  original: readonly JsonValue[],
  patch: readonly JsonValue[],
  list: ListMerge,
): { kept: readonly JsonValue[]; changes: JsonObject[]; replaces: boolean } {
  const deleted = new Set<JsonValue | undefined>();
  let replaces = false;
  const changes: JsonObject[] = [];
  for (const item of patch) {
    const change = itemObject(item, list.path);
    const directive = ownValue(change, PATCH);
    if (directive === undefined) {
      changes.push(change);
    } else if (directive === 'delete') {
      deleted.add(keyOf(change, list));
    } else if (directive === 'replace') {
      replaces = true;
    } else if (directive === 'merge') {
      throw unexplained('malformed', 'merging lists cannot yet be specified in the patch', list.path);
    } else {
      throw unknownDirective(directive, change, list.path);
    }
  }
  const isKept = (item: JsonValue) => !isJsonObject(item) || !deleted.has(ownValue(item, list.mergeKey));
  return { kept: deleted.size === 0 ? original : original.filter(isKept), changes, replaces };
}

/** See MergedList.live: each deletion moves the rest forward and leaves the last item twice. */
function liveList(
  original: readonly JsonValue[],
  kept: readonly JsonValue[],
  appended: readonly JsonValue[],
): readonly JsonValue[] {
  const deleted = original.length - kept.length;
  if (deleted === 0) return original;
  const last = original.at(-1) ?? null;
  const behind = Array.from({ length: deleted }, (_, index) => appended[index] ?? last);
  return [...kept, ...behind];
}

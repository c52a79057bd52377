import {
  isJsonArray,
  isJsonObject,
  ownValue,
  setOwnValue,
  type JsonObject,
  type JsonValue,
} from '../json-value.ts';
import type { Schema } from '../schema.ts';
import { fieldOfDirective, newValue, PATCH, SET_ELEMENT_ORDER } from './directives.ts';
import { goText } from './go-text.ts';
import { itemObject, keyOf, orderList, type ListItems } from './list-order.ts';
import { itemType, mergeList, type MergedList, type MergeItem } from './merge-list.ts';
import { listFieldMeta, type PatchMeta } from './patch-meta.ts';
import { badFormat, unexplained, wrongType } from './strategic-error.ts';

export interface OrderedMerge {
  readonly schema: Schema | undefined;
  readonly mergeItem: MergeItem;
  readonly path: string;
}

/**
 * Applies every `$setElementOrder/field` of the patch, together with the patch of that field, to `merged`.
 * Returns the keys of the patch that are done with.
 */
export function applyElementOrders(
  merged: Record<string, JsonValue>,
  patch: JsonObject,
  merge: OrderedMerge,
): Set<string> {
  const done = new Set<string>();
  for (const [key, order] of Object.entries(patch)) {
    if (!key.startsWith(SET_ELEMENT_ORDER)) continue;
    done.add(key);
    const path = `${merge.path}/${key}`;
    if (!isJsonArray(order)) throw wrongType('list', order, path);
    const field = fieldOfDirective(key, SET_ELEMENT_ORDER);
    if (field === undefined) throw badFormat('setElementOrder list', path);
    const ordered = orderField(field, order, { merged, patch, merge });
    if (ordered === undefined) continue;
    setOwnValue(merged, field, ordered);
    done.add(field);
  }
  return done;
}

interface Sides {
  readonly merged: JsonObject;
  readonly patch: JsonObject;
  readonly merge: OrderedMerge;
}

function orderField(
  field: string,
  order: readonly JsonValue[],
  { merged, patch, merge }: Sides,
): JsonValue[] | undefined {
  const path = `${merge.path}/${field}`;
  const original = listOf(merged, field, path);
  const changes = listOf(patch, field, path);
  const meta = listFieldMeta(merge.schema, field, path);
  const list: ListItems = { mergeKey: meta.mergeKey, path };
  checkOrder(changes ?? [], order, list);
  const result = mergeSides(original, changes, meta, { ...merge, path });
  if (result === undefined) return undefined;
  if (list.mergeKey === '' && [...order, ...result.items].some(isJsonObject)) {
    throw unexplained('missing-merge-key', 'cannot order a list of objects without merge key', path);
  }
  const ordered = orderList(result.items, { wanted: order, live: result.live }, list);
  itemType(original ?? [], changes ?? [], path);
  return ordered;
}

function listOf(object: JsonObject, field: string, path: string): readonly JsonValue[] | undefined {
  const value = ownValue(object, field);
  if (value !== undefined && !isJsonArray(value)) throw wrongType('list', value, path);
  return value;
}

/** The field's list after the patch, before it is ordered; undefined if neither side has one. */
function mergeSides(
  original: readonly JsonValue[] | undefined,
  changes: readonly JsonValue[] | undefined,
  meta: PatchMeta,
  { mergeItem, path }: OrderedMerge,
): MergedList | undefined {
  if (changes === undefined) return original && { items: original, live: original };
  if (original === undefined) {
    const items = newValue(changes);
    return { items: isJsonArray(items) ? items : [], live: [] };
  }
  if (meta.strategy !== 'merge') return { items: [...changes], live: original };
  const { mergeKey, schema: itemSchema } = meta;
  return mergeList(original, changes, { mergeKey, path, itemSchema, mergeItem });
}

/** The items of the patch must all be in the order, and stand in it as they do in the patch. */
function checkOrder(changes: readonly JsonValue[], order: readonly JsonValue[], list: ListItems): void {
  if (order.length === 0 || changes.length === 0) return;
  const items =
    list.mergeKey === '' ? changes : changes.filter((item) => !isDeletion(itemObject(item, list.path)));
  let checked = 0;
  for (let next = 0; next < order.length && checked < items.length;) {
    const item = items[checked];
    if (isJsonObject(item) && Object.hasOwn(item, PATCH)) {
      checked += 1;
      continue;
    }
    if (keyOf(item, list) === keyOf(order[next], list)) checked += 1;
    next += 1;
  }
  if (checked === items.length) return;
  const message = `The order in patch list:\n${goText(changes)}\n doesn't match $setElementOrder list:\n${goText(order)}\n`;
  throw unexplained('malformed', message, list.path);
}

function isDeletion(item: JsonObject): boolean {
  return ownValue(item, PATCH) === 'delete';
}

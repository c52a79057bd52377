import {
  isJsonArray,
  isJsonObject,
  ownValue,
  setOwnValue,
  type JsonObject,
  type JsonValue,
} from '../json-value.ts';
import type { Schema } from '../schema.ts';
import {
  DELETE_FROM_PRIMITIVE_LIST,
  fieldOfDirective,
  newValue,
  PATCH,
  replacingObject,
  RETAIN_KEYS,
} from './directives.ts';
import { applyElementOrders } from './element-order.ts';
import { deleteFromList, mergeList } from './merge-list.ts';
import { listFieldMeta, objectFieldMeta } from './patch-meta.ts';
import { applyRetainKeys } from './retain-keys.ts';
import { badFormat, unknownDirective } from './strategic-error.ts';

/** Merges the patch of one object into it. `path` is where the object is, for errors. */
export function mergeObject(
  original: JsonObject,
  patch: JsonObject,
  schema: Schema | undefined,
  path: string,
): JsonObject {
  const directive = ownValue(patch, PATCH);
  if (directive === 'replace') return replacingObject(patch);
  if (directive === 'delete') return {};
  if (directive !== undefined) throw unknownDirective(directive, patch, path);

  const merged: Record<string, JsonValue> = { ...original };
  applyRetainKeys(merged, patch, path);
  const done = applyElementOrders(merged, patch, { schema, path, mergeItem: mergeObject });
  for (const [key, value] of Object.entries(patch)) {
    if (done.has(key) || key === RETAIN_KEYS) continue;
    if (key.startsWith(DELETE_FROM_PRIMITIVE_LIST)) {
      deleteFromField(merged, key, value, { schema, path });
    } else {
      mergeField(merged, key, value, { schema, path });
    }
  }
  return merged;
}

interface Place {
  readonly schema: Schema | undefined;
  readonly path: string;
}

function mergeField(merged: Record<string, JsonValue>, field: string, patch: JsonValue, place: Place): void {
  const taken = patch === null ? undefined : mergeValue(ownValue(merged, field), patch, field, place);
  if (taken === undefined) {
    delete merged[field];
  } else {
    setOwnValue(merged, field, taken);
  }
}

function mergeValue(
  original: JsonValue | undefined,
  patch: JsonValue,
  field: string,
  { schema, path }: Place,
): JsonValue | undefined {
  const fieldPath = `${path}/${field}`;
  if (isJsonObject(original) && isJsonObject(patch)) {
    const meta = objectFieldMeta(schema, field, fieldPath);
    if (meta.strategy === 'replace') return patch;
    return mergeObject(original, patch, meta.schema, fieldPath);
  }
  if (isJsonArray(original) && isJsonArray(patch)) {
    const { strategy, mergeKey, schema: itemSchema } = listFieldMeta(schema, field, fieldPath);
    if (strategy !== 'merge') return patch;
    return mergeList(original, patch, { mergeKey, itemSchema, path: fieldPath, mergeItem: mergeObject })
      .items;
  }
  return newValue(patch);
}

function deleteFromField(
  merged: Record<string, JsonValue>,
  key: string,
  toDelete: JsonValue,
  { schema, path }: Place,
): void {
  const field = fieldOfDirective(key, DELETE_FROM_PRIMITIVE_LIST);
  if (field === undefined) throw badFormat('primitive list', `${path}/${key}`);
  if (toDelete === null) {
    delete merged[field];
    return;
  }
  const original = ownValue(merged, field);
  if (!isJsonArray(original) || !isJsonArray(toDelete)) return;
  const fieldPath = `${path}/${field}`;
  const { mergeKey, schema: itemSchema } = listFieldMeta(schema, field, fieldPath);
  const list = { mergeKey, itemSchema, path: fieldPath, mergeItem: mergeObject };
  setOwnValue(merged, field, deleteFromList(original, toDelete, list));
}

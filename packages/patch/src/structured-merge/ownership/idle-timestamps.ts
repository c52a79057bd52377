import { jsonEqual, type JsonObject, type JsonValue } from '../../json-value.ts';
import type { ManagedFieldsEntry } from './managed-fields.ts';
import { managedFieldsOf, withManagedFields } from './object-metadata.ts';

/**
 * The object with the times of its managers as they were, if nothing but these times changed: an apply that
 * defaults or normalisation undo is no change. The API server does this last, after it prepared the object.
 */
export function withoutIdleTimestamps(live: JsonObject, updated: JsonObject): JsonObject {
  const before = managedFieldsOf(live) ?? [];
  const after = managedFieldsOf(updated) ?? [];
  if (before.length !== after.length || after.length === 0) return updated;
  if (after.every(({ time }, index) => time === before[index]?.time)) return updated;
  if (!jsonEqual(withoutTimes(before), withoutTimes(after))) return updated;
  if (!jsonEqual(withManagedFields(live, []), withManagedFields(updated, []))) return updated;
  return withManagedFields(
    updated,
    after.map((entry, index) => withTimeOf(entry, before[index] ?? {})),
  );
}

function withTimeOf(entry: ManagedFieldsEntry, { time }: ManagedFieldsEntry): ManagedFieldsEntry {
  if (entry.time === time) return entry;
  const { time: _, ...rest } = entry;
  return time === undefined ? rest : { ...entry, time };
}

function withoutTimes(entries: readonly ManagedFieldsEntry[]): JsonValue {
  return entries.map((entry) => withTimeOf(entry, {})) as unknown as JsonValue;
}

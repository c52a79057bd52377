import { FieldSet } from '../field-set/field-set.ts';
import { withSortedKeys } from '../field-set/fields-v1.ts';
import { fieldPath, type FieldPath } from '../field-set/path-element.ts';
import {
  decodeManagedFields,
  encodeManagedFields,
  type ManagedFieldsEntry,
  type Ownership,
} from './managed-fields.ts';

/**
 * A write to the subresource `scale` is tracked on a Scale object that has one field of the main resource,
 * its number of replicas. Entries are carried to the Scale before the write and back after it.
 */
export interface ScaleEntries {
  /** The entries of the main resource. */
  readonly parent: readonly ManagedFieldsEntry[];
  /** The version of the main resource through which the scale is written. */
  readonly apiVersion: string;
  /** Where replicas are in each version of the kind; undefined drops a manager's entry, null has no scale. */
  readonly replicasPath: (apiVersion: string) => FieldPath | null | undefined;
}

const SCALE_VERSION = 'autoscaling/v1';
const REPLICAS_OF_SCALE = fieldPath('spec', 'replicas');

/** The managedFields of the Scale: who owns the replicas of the main resource owns those of the Scale. */
export function toScaleEntries({ parent, replicasPath }: ScaleEntries): ManagedFieldsEntry[] {
  const managers = new Map<string, Ownership>();
  for (const [id, ownership] of decodeManagedFields(parent)) {
    const path = replicasPath(ownership.apiVersion);
    if (path == null || !ownership.fields.has(path)) continue;
    managers.set(id, { ...ownership, apiVersion: SCALE_VERSION, fields: FieldSet.of(REPLICAS_OF_SCALE) });
  }
  return encodeManagedFields(managers);
}

/** The managedFields of the main resource after the Scale was written and has these entries now. */
export function fromScaleEntries(
  { parent, apiVersion, replicasPath }: ScaleEntries,
  scale: readonly ManagedFieldsEntry[],
): ManagedFieldsEntry[] {
  const owners = new Map(decodeManagedFields(scale));
  const managers = new Map<string, Ownership>();
  for (const [id, ownership] of decodeManagedFields(parent)) {
    const path = replicasPath(ownership.apiVersion);
    if (path === undefined) continue;
    const owned = path !== null && ownership.fields.has(path);
    // Who owns anything of the Scale keeps the replicas, even if he has let go of them: so does the real server.
    const lost = owned && !owners.delete(id);
    const fields = lost ? ownership.fields.difference(FieldSet.of(path)) : ownership.fields;
    if (!fields.isEmpty) managers.set(id, { ...ownership, fields });
  }
  const path = replicasPath(apiVersion);
  for (const [id, ownership] of owners) {
    if (path == null) break;
    if (!ownership.fields.has(REPLICAS_OF_SCALE)) continue;
    managers.set(id, { ...ownership, apiVersion, time: managers.get(id)?.time, fields: FieldSet.of(path) });
  }
  return encodeManagedFields(managers).map(sorted);
}

function sorted(entry: ManagedFieldsEntry): ManagedFieldsEntry {
  return { ...entry, fieldsV1: withSortedKeys(entry.fieldsV1 ?? {}) };
}

import type { JsonObject } from '../json-value.ts';
import { FieldSet } from './field-set/field-set.ts';
import type { WriteRequest } from './write-request.ts';
import { isApplyError } from './ownership/apply-error.ts';
import { capUpdateManagers } from './ownership/cap-managers.ts';
import { trackAll, withoutSystemFields } from './ownership/field-filter.ts';
import { withoutIdleTimestamps } from './ownership/idle-timestamps.ts';
import {
  decodeManagedFields,
  encodeManagedFields,
  managerId,
  type ManagedFieldsEntry,
  type Managers,
} from './ownership/managed-fields.ts';
import { managedFieldsOf, withManagedFields } from './ownership/object-metadata.ts';
import { reconcileManagers } from './ownership/reconcile-managers.ts';
import { transferOwnership } from './ownership/transfer-ownership.ts';
import { liveObject, versionedObject } from './ownership/request-objects.ts';
import { Converter } from './ownership/versioned-object.ts';

export interface UpdateRequest extends WriteRequest {
  /**
   * The object as it will be stored: patched, defaulted. Its managedFields count, if they can be read (that
   * is how a client changes them; `[]` or `[{}]` clears them), unless the write is to a subresource.
   */
  readonly updated: JsonObject;
}

/**
 * The updated object with the managedFields that follow from a create, update or patch (of any type but
 * apply): the manager owns what changed, others lose it, what is gone nobody owns.
 * Never fails: an object that does not fit its schema gets no managedFields, as on the server. An object
 * that was not tracked before the first apply stays so.
 */
export function update(request: UpdateRequest): JsonObject {
  const { live, updated } = request;
  try {
    const managers = managersBefore(request);
    const isTracked = managers.size > 0 || live === undefined;
    const after = isTracked ? capUpdateManagers(ownershipAfterUpdate(request, managers)) : managers;
    const stored = withManagedFields(updated, encodeManagedFields(after));
    return live === undefined ? stored : withoutIdleTimestamps(live, stored);
  } catch (error) {
    if (!isApplyError(error)) throw error;
    return withManagedFields(updated, []);
  }
}

function managersBefore({ live, updated, subresource = '' }: UpdateRequest): Managers {
  const asked = managedFieldsOf(updated);
  if (subresource === '' && asked !== undefined) {
    if (isReset(asked)) return new Map();
    const managers = readableManagers(asked);
    if (managers.size > 0) return managers;
  }
  return readableManagers(live === undefined ? [] : (managedFieldsOf(live) ?? []));
}

function isReset(entries: readonly ManagedFieldsEntry[]): boolean {
  const [first] = entries;
  return first === undefined || (entries.length === 1 && Object.keys(first).length === 0);
}

function readableManagers(entries: readonly ManagedFieldsEntry[]): Managers {
  try {
    return decodeManagedFields(entries);
  } catch (error) {
    if (isApplyError(error)) return new Map();
    throw error;
  }
}

/** The managers once the request's own has what it changed. Throws an ApplyError for what cannot be merged. */
export function ownershipAfterUpdate(request: UpdateRequest, managers: Managers): Managers {
  const { updated, manager, now, subresource = '', filter = trackAll, convert } = request;
  const converter = new Converter(convert);
  const before = liveObject(request, updated);
  const after = versionedObject(withManagedFields(updated, []), request.schema);
  const transferred = transferOwnership(reconcileManagers(managers, before, converter), {
    before,
    after,
    writerId: '',
    force: true,
    filter,
    converter,
  });
  const { modified, added } = transferred.comparison;
  const fields = withoutSystemFields(filter(modified.union(added)));
  if (fields.isEmpty) return transferred.managers;
  const { apiVersion } = after;
  const identity = { manager: manager || 'unknown', operation: 'Update', apiVersion, subresource } as const;
  const id = managerId(identity);
  const previous = transferred.managers.get(id)?.fields ?? FieldSet.EMPTY;
  transferred.managers.set(id, { ...identity, time: now, fields: fields.union(previous) });
  return transferred.managers;
}

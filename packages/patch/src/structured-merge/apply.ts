import { jsonEqual, type JsonObject } from '../json-value.ts';
import type { WriteRequest } from './write-request.ts';
import { ApplyConflictError, ApplyError, isApplyConflict } from './ownership/apply-error.ts';
import { trackAll, withoutSystemFields } from './ownership/field-filter.ts';
import { withoutIdleTimestamps } from './ownership/idle-timestamps.ts';
import { fieldsOfLastApplied, KUBECTL_MANAGER, withLastApplied } from './ownership/last-applied.ts';
import {
  decodeManagedFields,
  encodeManagedFields,
  managerId,
  type Managers,
  type Ownership,
} from './ownership/managed-fields.ts';
import { managedFieldsOf, withManagedFields } from './ownership/object-metadata.ts';
import { prune } from './ownership/prune.ts';
import { reconcileManagers } from './ownership/reconcile-managers.ts';
import { liveObject, versionedConfiguration } from './ownership/request-objects.ts';
import { transferOwnership } from './ownership/transfer-ownership.ts';
import { Converter } from './ownership/versioned-object.ts';
import { mergeObjects } from './typed/merge-objects.ts';
import { toFieldSet } from './typed/to-field-set.ts';
import { ownershipAfterUpdate } from './update.ts';

export interface ApplyRequest extends WriteRequest {
  /** The configuration: apiVersion, kind, metadata.name and every field that the manager has an opinion on. */
  readonly applied: JsonObject;
  /** Take fields from other managers instead of refusing. */
  readonly force?: boolean | undefined;
  /** Fills in defaults and normalises, after the merge: nobody owns what it adds. Default: nothing. */
  readonly default?: ((merged: JsonObject) => JsonObject) | undefined;
}

/**
 * Server-side apply: the live object with the configuration merged into it, without what the manager
 * applied before and no longer does, and with the managedFields that follow.
 * Throws an ApplyConflictError when others own what would change, an ApplyError for what cannot be merged.
 */
export function apply(request: ApplyRequest): JsonObject {
  const { live, applied } = request;
  if (managedFieldsOf(applied) !== undefined) throw managedFieldsInConfiguration();
  const result = applyUpgrading(request);
  const merged = result.changed && request.default ? request.default(result.object) : result.object;
  const object = request.manager === KUBECTL_MANAGER ? withLastApplied(merged, applied) : merged;
  const stored = withManagedFields(object, encodeManagedFields(result.managers));
  return live === undefined ? stored : withoutIdleTimestamps(live, stored);
}

function managedFieldsInConfiguration(): ApplyError {
  return new ApplyError('bad-managed-fields', {
    code: 400,
    reason: 'BadRequest',
    message: 'metadata.managedFields must be nil',
  });
}

interface Applied {
  readonly object: JsonObject;
  readonly managers: Managers;
  /** Whether the merged object differs from the live one. */
  readonly changed: boolean;
}

/** What client-side apply owned is no conflict for kubectl's server-side apply. */
function applyUpgrading(request: ApplyRequest): Applied {
  const managers = managersOfLive(request);
  try {
    return applyOnce(request, managers);
  } catch (error) {
    if (!isApplyConflict(error) || request.manager !== KUBECTL_MANAGER) throw error;
    const allowed = fieldsOfLastApplied(liveObject(request, request.applied));
    const left = error.fieldConflicts.filter(({ path }) => !allowed.has(path));
    if (left.length > 0) throw new ApplyConflictError(left);
    return applyOnce({ ...request, force: true }, managers);
  }
}

/** An object that nobody tracked belongs to `before-first-apply`, so that its fields are not silently taken. */
function managersOfLive(request: ApplyRequest): Managers {
  const { live } = request;
  if (live === undefined) return new Map();
  const managers = decodeManagedFields(managedFieldsOf(live) ?? []);
  if (managers.size > 0) return managers;
  const manager = 'before-first-apply';
  return ownershipAfterUpdate({ ...request, live: undefined, updated: live, manager }, managers);
}

function applyOnce(request: ApplyRequest, managersBefore: Managers): Applied {
  const { applied, manager, now, subresource = '', filter = trackAll, force = false, convert } = request;
  const converter = new Converter(convert);
  const configuration = versionedConfiguration(applied, request.schema);
  const { apiVersion } = configuration;
  const live = liveObject(request, applied);
  const identity = { manager: manager || 'unknown', operation: 'Apply', apiVersion, subresource } as const;
  const writerId = managerId(identity);
  const managers = new Map(reconcileManagers(managersBefore, live, converter));
  const last = managers.get(writerId);
  const fields = filter(toFieldSet(configuration.type, applied));
  managers.set(writerId, { ...identity, time: last?.time, fields });
  const merged = { ...live, object: mergeObjects(live.type, live.object, applied) };
  const after = prune(merged, last, managers, converter);
  const transfer = { before: live, after, writerId, force, filter, converter };
  const transferred = transferOwnership(managers, transfer).managers;
  const changed = !jsonEqual(live.object, after.object);
  return {
    object: changed ? after.object : live.object,
    changed,
    managers: settle(transferred, writerId, changed ? now : undefined),
  };
}

/** The writer's entry as it is stored: without system fields, with a new time only if the object changed. */
function settle(managers: Map<string, Ownership>, writerId: string, time: string | undefined): Managers {
  const own = managers.get(writerId);
  if (own === undefined) return managers;
  const fields = withoutSystemFields(own.fields);
  if (fields.isEmpty) managers.delete(writerId);
  else managers.set(writerId, { ...own, fields, time: time ?? own.time });
  return managers;
}

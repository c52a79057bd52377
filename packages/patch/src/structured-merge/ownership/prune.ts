import { FieldSet } from '../field-set/field-set.ts';
import { withNamedFields } from '../typed/named-fields.ts';
import { removeItems } from '../typed/remove-items.ts';
import { toFieldSet } from '../typed/to-field-set.ts';
import { managerId, type Managers, type Ownership } from './managed-fields.ts';
import type { Converter, VersionedObject } from './versioned-object.ts';

/**
 * Takes from a merged object what a manager applied last time and did not apply now, unless somebody else
 * owns it. `managers` holds what the manager applies now in place of `last`.
 */
export function prune(
  merged: VersionedObject,
  last: Ownership | undefined,
  managers: Managers,
  converter: Converter,
): VersionedObject {
  if (last === undefined || isStillApplied(last, merged, managers)) return merged;
  const atLast = converter.to(merged, last.apiVersion);
  if (atLast === undefined) return merged;
  const lastFields = withNamedFields(atLast.type, last.fields);
  const stripped = { ...atLast, object: removeItems(atLast.type, atLast.object, lastFields) };
  const owned = addBackOwned(atLast, stripped, managers, converter);
  const pruned = keepWhatWasNeverApplied(atLast, converter.to(owned, last.apiVersion), lastFields);
  return converter.to(pruned, merged.apiVersion) ?? merged;
}

/** The common case: whatever was applied before is applied now, so there is nothing to take away. */
function isStillApplied(last: Ownership, merged: VersionedObject, managers: Managers): boolean {
  if (last.fields.isEmpty) return true;
  const now = managers.get(managerId(last))?.fields ?? FieldSet.EMPTY;
  return last.apiVersion === merged.apiVersion && last.fields.difference(now).isEmpty;
}

/** Puts back what was removed though somebody owns it (or owns something in it), version by version. */
function addBackOwned(
  merged: VersionedObject,
  stripped: VersionedObject,
  managers: Managers,
  converter: Converter,
): VersionedObject {
  let pruned = stripped;
  for (const [apiVersion, owned] of ownedByVersion(managers, merged.apiVersion)) {
    const whole = converter.to(merged, apiVersion);
    const part = converter.to(pruned, apiVersion);
    if (whole === undefined || part === undefined) continue;
    const { type } = whole;
    const kept = fieldsOf(part).union(withNamedFields(type, owned));
    pruned = { ...whole, object: removeItems(type, whole.object, fieldsOf(whole).difference(kept)) };
  }
  return pruned;
}

/** The version at hand comes first: what is missing then cannot make a conversion fail. */
function ownedByVersion(managers: Managers, first: string): Map<string, FieldSet> {
  const owned = new Map<string, FieldSet>();
  const ownerships = [...managers.values()];
  for (const { apiVersion, fields } of [
    ...ownerships.filter((ownership) => ownership.apiVersion === first),
    ...ownerships.filter((ownership) => ownership.apiVersion !== first),
  ]) {
    owned.set(apiVersion, (owned.get(apiVersion) ?? FieldSet.EMPTY).union(fields));
  }
  return owned;
}

/** Only what the manager had applied may go: what nobody owns stays although its parent was removed. */
function keepWhatWasNeverApplied(
  merged: VersionedObject,
  pruned: VersionedObject | undefined,
  lastFields: FieldSet,
): VersionedObject {
  if (pruned === undefined) return merged;
  const gone = fieldsOf(merged).difference(fieldsOf(pruned)).intersection(lastFields);
  return { ...merged, object: removeItems(merged.type, merged.object, gone) };
}

function fieldsOf({ type, object }: VersionedObject): FieldSet {
  return withNamedFields(type, toFieldSet(type, object));
}

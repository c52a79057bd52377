import type { FieldSet } from '../field-set/field-set.ts';
import { fieldPathText } from '../field-set/path-element.ts';
import { compareObjects, type Comparison } from '../typed/compare-objects.ts';
import { ApplyConflictError, type FieldConflict } from './apply-error.ts';
import type { FieldFilter } from './field-filter.ts';
import type { Managers, Ownership } from './managed-fields.ts';
import type { Converter, VersionedObject } from './versioned-object.ts';

export interface Transfer {
  readonly before: VersionedObject;
  readonly after: VersionedObject;
  /** Who makes the change: his own entry is left as it is. */
  readonly writerId: string;
  /** Without it, a field that another owns and that changes its value throws an ApplyConflictError. */
  readonly force: boolean;
  readonly filter: FieldFilter;
  readonly converter: Converter;
}

export interface Transferred {
  readonly managers: Map<string, Ownership>;
  readonly comparison: Comparison;
}

/** Takes from every other manager the fields that a change modifies, adds or removes. */
export function transferOwnership(managers: Managers, transfer: Transfer): Transferred {
  const comparison = compareFiltered(transfer.before, transfer.after, transfer.filter);
  const versions = new Map([[transfer.after.apiVersion, comparison]]);
  const left = new Map(managers);
  const conflicts: FieldConflict[] = [];
  for (const [id, ownership] of managers) {
    if (id === transfer.writerId) continue;
    const seen = comparisonAt(ownership.apiVersion, transfer, versions);
    if (seen === undefined) {
      left.delete(id);
      continue;
    }
    const taken = ownership.fields.intersection(seen.modified.union(seen.added));
    if (!taken.isEmpty && !transfer.force) conflicts.push(...conflictsOf(id, ownership, taken));
    const fields = ownership.fields.difference(taken).difference(seen.removed);
    if (fields !== ownership.fields) left.set(id, { ...ownership, fields });
  }
  if (conflicts.length > 0) throw new ApplyConflictError(conflicts);
  for (const [id, { fields }] of left) if (fields.isEmpty) left.delete(id);
  return { managers: left, comparison };
}

/** The change as seen in a manager's own version, undefined when that version is gone. */
function comparisonAt(
  apiVersion: string,
  { before, after, filter, converter }: Transfer,
  known: Map<string, Comparison>,
): Comparison | undefined {
  const found = known.get(apiVersion);
  if (found !== undefined) return found;
  const old = converter.to(before, apiVersion);
  const now = converter.to(after, apiVersion);
  if (old === undefined || now === undefined) return undefined;
  const comparison = compareFiltered(old, now, filter);
  known.set(apiVersion, comparison);
  return comparison;
}

function compareFiltered(before: VersionedObject, after: VersionedObject, filter: FieldFilter): Comparison {
  const { added, modified, removed } = compareObjects(after.type, before.object, after.object);
  return { added: filter(added), modified: filter(modified), removed: filter(removed) };
}

function conflictsOf(managerId: string, ownership: Ownership, fields: FieldSet): FieldConflict[] {
  const { manager, operation, apiVersion, subresource, time } = ownership;
  return [...fields.paths()].map((path) => ({
    manager,
    operation,
    apiVersion,
    ...(subresource !== '' && { subresource }),
    ...(time !== undefined && { time }),
    fieldPath: fieldPathText(path),
    managerId,
    path,
  }));
}

import { compareText, goQuote } from '../field-set/go-text.ts';
import { fieldPathText, type FieldPath } from '../field-set/path-element.ts';

/**
 * Why an apply was refused.
 * - `conflict`: other managers own fields that the configuration sets to other values (ApplyConflictError)
 * - `invalid-configuration`: the configuration does not fit the schema of its kind
 * - `invalid-live-object`: the stored object does not; only an update can mend it
 * - `bad-managed-fields`: the stored object's managedFields cannot be read, or the configuration has some
 */
export type ApplyErrorCode =
  | 'conflict'
  | 'invalid-configuration'
  | 'invalid-live-object'
  | 'bad-managed-fields';

/** What the API server answers for it: the parts of a `Status` that depend on the configuration. */
export interface ApplyErrorStatus {
  readonly code: 400 | 409 | 500;
  readonly reason: 'BadRequest' | 'Conflict' | '';
  readonly message: string;
  readonly causes?: readonly ApplyConflictCause[];
}

interface ApplyConflictCause {
  readonly reason: 'FieldManagerConflict';
  readonly message: string;
  readonly field: string;
}

/** The one error of apply: trying again without a change of either object is useless. */
export class ApplyError extends Error {
  override readonly name: string = 'ApplyError';
  readonly code: ApplyErrorCode;
  readonly status: ApplyErrorStatus;

  constructor(code: ApplyErrorCode, status: ApplyErrorStatus) {
    super(status.message);
    this.code = code;
    this.status = status;
  }
}

export function isApplyError(error: unknown): error is ApplyError {
  return error instanceof ApplyError;
}

/** One field that another manager owns. */
export interface ApplyConflict {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource?: string;
  readonly time?: string;
  readonly fieldPath: string;
}

/** A conflict with the path in a form that sets understand. */
export interface FieldConflict extends ApplyConflict {
  /** Tells managers apart, and orders them. */
  readonly managerId: string;
  readonly path: FieldPath;
}

/** Others own what the configuration would change. Apply with `force` to take it from them. */
export class ApplyConflictError extends ApplyError {
  override readonly name = 'ApplyConflictError';
  readonly conflicts: readonly ApplyConflict[];
  /** For the upgrade from client-side apply, which takes some of them back. */
  readonly fieldConflicts: readonly FieldConflict[];

  constructor(fieldConflicts: readonly FieldConflict[]) {
    const sorted = fieldConflicts.toSorted((left, right) => compareText(left.managerId, right.managerId));
    super('conflict', {
      code: 409,
      reason: 'Conflict',
      message: conflictMessage(sorted),
      causes: sorted.map((conflict) => ({
        reason: 'FieldManagerConflict',
        message: `conflict with ${managerText(conflict)}`,
        field: conflict.fieldPath,
      })),
    });
    this.fieldConflicts = sorted;
    this.conflicts = sorted.map(withoutInternals);
  }
}

export function isApplyConflict(error: unknown): error is ApplyConflictError {
  return error instanceof ApplyConflictError;
}

function withoutInternals(conflict: FieldConflict): ApplyConflict {
  const { managerId: _id, path: _path, ...rest } = conflict;
  return rest;
}

function conflictMessage(conflicts: readonly FieldConflict[]): string {
  const [only] = conflicts;
  if (only !== undefined && conflicts.length === 1) {
    return `Apply failed with 1 conflict: conflict with ${managerText(only)}: ${fieldPathText(only.path)}`;
  }
  const lines: string[] = [];
  let current: string | undefined;
  for (const conflict of conflicts) {
    if (conflict.managerId !== current) lines.push(`conflicts with ${managerText(conflict)}:`);
    current = conflict.managerId;
    lines.push(`- ${conflict.fieldPath}`);
  }
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}

/** Who applies is named by his name alone, who updates with his version too. */
function managerText({ manager, operation, apiVersion, subresource }: ApplyConflict): string {
  const name = `${goQuote(manager)}${subresource === undefined ? '' : ` with subresource ${goQuote(subresource)}`}`;
  return operation === 'Update' ? `${name} using ${apiVersion}` : name;
}

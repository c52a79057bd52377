import type { StatusCause } from '@banyan/api';
import type { FieldValidation } from '../../decoding/decode-object.ts';
import { forbidden, invalidValue, notSupported, required, tooLong } from '../../kinds/fields/field-error.ts';
import { parseBoolean } from './go-values.ts';
import { invalidOptions, type OptionsKind } from './options-error.ts';

/** The query of create, update and patch, read and checked. */
export interface WriteOptions {
  readonly dryRun: boolean;
  readonly fieldValidation: FieldValidation;
  /** Empty: not named. */
  readonly fieldManager: string;
  /** Undefined: not said. Of apply alone. */
  readonly force: boolean | undefined;
}

const FIELD_VALIDATIONS = ['', 'Ignore', 'Strict', 'Warn'];
const MAX_FIELD_MANAGER_BYTES = 128;

/** Throws 422 for what makes no sense. `isApply`: a patch of that type. */
export function parseWriteOptions(query: URLSearchParams, kind: OptionsKind, isApply = false): WriteOptions {
  const force = query.get('force');
  const fieldManager = query.get('fieldManager') ?? '';
  const causes = [
    ...(kind === 'PatchOptions' ? patchProblems({ force: force !== null, fieldManager, isApply }) : []),
    ...fieldManagerProblems(fieldManager),
    ...dryRunProblems(query.getAll('dryRun')),
    ...fieldValidationProblems(query.get('fieldValidation') ?? ''),
  ];
  if (causes.length > 0) throw invalidOptions(kind, causes);
  return {
    dryRun: query.has('dryRun'),
    fieldValidation: (query.get('fieldValidation') || 'Warn') as FieldValidation,
    fieldManager,
    force: force === null ? undefined : parseBoolean(force),
  };
}

function patchProblems(asked: { force: boolean; fieldManager: string; isApply: boolean }): StatusCause[] {
  if (asked.isApply && asked.fieldManager === '')
    return [required('fieldManager', 'is required for apply patch')];
  if (!asked.isApply && asked.force) return [forbidden('force', 'may not be specified for non-apply patch')];
  return [];
}

/** `values` are all that were given, in order. */
export function dryRunProblems(values: readonly string[]): StatusCause[] {
  return values.every((value) => value === 'All') ? [] : [notSupported('dryRun', values, ['All'])];
}

function fieldValidationProblems(value: string): StatusCause[] {
  return FIELD_VALIDATIONS.includes(value) ? [] : [notSupported('fieldValidation', value, FIELD_VALIDATIONS)];
}

function fieldManagerProblems(name: string): StatusCause[] {
  if (Buffer.byteLength(name) > MAX_FIELD_MANAGER_BYTES)
    return [tooLong('fieldManager', MAX_FIELD_MANAGER_BYTES)];
  const letters = Array.from(name);
  const place = letters.findIndex((letter) => /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(letter));
  if (place < 0) return [];
  const code = (letters[place]?.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const position = Buffer.byteLength(letters.slice(0, place).join(''));
  return [invalidValue('fieldManager', name, `invalid character U+${code} (at position ${position})`)];
}

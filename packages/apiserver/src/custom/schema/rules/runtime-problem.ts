import { isCelError, type CelError } from './cel-error.ts';

const MESSAGES: Readonly<Record<string, (error: CelError) => string>> = {
  no_such_key: ({ summary }) => summary.replace('No such key', 'no such key'),
  index_out_of_bounds: ({ summary }) => `index out of bounds: ${/index (-?\d+)/.exec(summary)?.[1] ?? ''}`,
  modulo_by_zero: () => 'modulus by zero',
  numeric_overflow: ({ summary }) =>
    summary.toLowerCase().includes('unsigned') ? 'unsigned integer overflow' : 'integer overflow',
  uint_conversion_error: () => 'unsigned integer overflow',
  int_conversion_error: () => "type conversion error from 'string' to 'int'",
  double_conversion_error: () => "type conversion error from 'string' to 'double'",
  bool_conversion_error: () => "type conversion error from 'string' to 'bool'",
  optional_value_missing: () => 'optional.none() dereference',
  no_such_overload: () => 'no such overload',
  no_matching_overload: () => 'no such overload',
  field_type_mismatch: () => 'no such overload',
  variable_type_mismatch: () => 'no such overload',
  list_item_type_mismatch: () => 'no such overload',
};

/** Why an evaluation ended without a value, in the real server's words. */
export function runtimeProblem(error: unknown): string {
  if (!isCelError(error)) return error instanceof Error ? error.message : String(error);
  return MESSAGES[error.code]?.(error) ?? error.summary;
}

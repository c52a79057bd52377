/** A value that does not fit its Go type. */
export interface TypeMismatch {
  /** `string`, `number 1.5`, … */
  readonly value: string;
  /** The Go type. */
  readonly type: string;
  /** The innermost struct, and the path of fields that leads to the value; empty if there is none. */
  readonly struct: string;
  readonly field: string;
}

/** Why a value cannot be read: a mismatch, or whatever a type that reads its JSON itself says. */
export type ReadFailure = TypeMismatch | string;

export function failureText(failure: ReadFailure): string {
  if (typeof failure === 'string') return failure;
  const { value, type, struct, field } = failure;
  const target = struct === '' && field === '' ? 'Go value' : `Go struct field ${struct}.${field}`;
  return `json: cannot unmarshal ${value} into ${target} of type ${type}`;
}

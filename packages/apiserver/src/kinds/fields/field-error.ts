import type { StatusCause } from '@banyan/api';
import { printed, quoted } from './go-text.ts';

/**
 * Why a field is refused, as Kubernetes words it. A field's path is plain text, `spec.containers[0].name`; keys of
 * maps stand in brackets too, `metadata.labels[key]`.
 */

/** A value must be there. */
export function required(field: string, why = ''): StatusCause {
  return cause('FieldValueRequired', field, `Required value${suffix(why)}`);
}

/** A value is malformed or out of bounds. The value is printed; see `printed` for how. */
export function invalidValue(field: string, value: unknown, why: string): StatusCause {
  return cause('FieldValueInvalid', field, `Invalid value: ${printed(value)}${suffix(why)}`);
}

/** A value is none of those that the field knows. `supported` is given in the order of the message. */
export function notSupported(field: string, value: unknown, supported: readonly string[]): StatusCause {
  const list = supported.length === 0 ? '' : `supported values: ${supported.map(quoted).join(', ')}`;
  return cause('FieldValueNotSupported', field, `Unsupported value: ${printed(value)}${suffix(list)}`);
}

/** A value that would do elsewhere may not be here. */
export function forbidden(field: string, why: string): StatusCause {
  return cause('FieldValueForbidden', field, `Forbidden${suffix(why)}`);
}

/** A value that must be unique is there twice. */
export function duplicate(field: string, value: unknown): StatusCause {
  return cause('FieldValueDuplicate', field, `Duplicate value: ${printed(value)}`);
}

/** A value names something that is not there. */
export function notFoundValue(field: string, value: unknown): StatusCause {
  return cause('FieldValueNotFound', field, `Not found: ${printed(value)}`);
}

/** A text has more bytes than allowed; a negative limit leaves the number out. */
export function tooLong(field: string, maxBytes: number): StatusCause {
  const unit = maxBytes === 1 ? 'byte' : 'bytes';
  const why = maxBytes >= 0 ? `may not be more than ${maxBytes} ${unit}` : 'value is too long';
  return cause('FieldValueTooLong', field, `Too long: ${why}`);
}

/** A list has more items than allowed. */
export function tooMany(field: string, count: number, max: number): StatusCause {
  const why = `must have at most ${max} ${max === 1 ? 'item' : 'items'}`;
  return cause('FieldValueTooMany', field, `Too many: ${count}: ${why}`);
}

/** A value has another type than the schema says. */
export function typeInvalid(field: string, value: unknown, why: string): StatusCause {
  return cause('FieldValueTypeInvalid', field, `Invalid value: ${printed(value)}${suffix(why)}`);
}

/** The server itself is at fault. */
export function internalFieldError(field: string, why: string): StatusCause {
  return cause('InternalError', field, `Internal error: ${why}`);
}

/** One cause for every reason why a text has not the form it should have; see the formats beside this file. */
export function malformed(field: string, value: unknown, reasons: readonly string[]): StatusCause[] {
  return reasons.map((why) => invalidValue(field, value, why));
}

function cause(reason: string, field: string, message: string): StatusCause {
  return { reason, message, field };
}

function suffix(why: string): string {
  return why === '' ? '' : `: ${why}`;
}

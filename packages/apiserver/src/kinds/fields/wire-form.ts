import type { GoStruct } from '@banyan/api';
import { typeWriter } from '../../decoding/typed/type-writer.ts';

/**
 * Brings an object of a built-in kind into the form in which the real server writes it: nulls and empty optional
 * values are gone, structs that are always there are there (`resources: {}`), other fields that are always written
 * are zero if they were not given (an empty list is as good as none), quantities are canonical. Changes the object,
 * which has nothing that its type cannot hold: `normaliseObject` is for what may have. Idempotent.
 */
export function toWireForm(object: Record<string, unknown>, struct: GoStruct): void {
  typeWriter(struct).settle(object);
}

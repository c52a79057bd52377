import type { GoStruct } from '@banyan/api';
import { typeWriter } from '../../decoding/typed/type-writer.ts';

/**
 * Brings an object of a built-in kind into the form in which the real server writes it: nulls and empty optional
 * values are gone, structs that are always there are there (`resources: {}`), other fields that are always written
 * are zero if they were not given (an empty list is as good as none), quantities are canonical. Changes the object,
 * which has nothing that its type cannot hold: `normaliseObject` is for what may have. Idempotent. `keepsEmpty`: a list
 * that is always written, and was given empty, is still told from none, as long as it is asked who owns it.
 */
export function toWireForm(
  object: Record<string, unknown>,
  struct: GoStruct,
  { keepsEmpty = false }: { readonly keepsEmpty?: boolean } = {},
): void {
  typeWriter(struct).settle(object, keepsEmpty);
}

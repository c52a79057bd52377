import type { GoStruct, GroupVersionKind } from '@banyan/api';
import { structOfKind } from './go-objects.ts';
import { typeWriter } from './type-writer.ts';

/** Asked for with every write: made once, and never changed. */
const known = new WeakMap<GoStruct, Readonly<Record<string, unknown>>>();

/**
 * What an object of a built-in kind has before anything is set, beside apiVersion and kind: structs that are always
 * there (`spec: {}`) and fields that are written even when unset (`rules: null`). Undefined for every other kind.
 */
export function emptyKind(kind: GroupVersionKind): Readonly<Record<string, unknown>> | undefined {
  const struct = structOfKind(kind);
  if (struct === undefined) return undefined;
  let empty = known.get(struct);
  if (empty === undefined) {
    empty = typeWriter(struct).zero() as Record<string, unknown>;
    known.set(struct, empty);
  }
  return empty;
}

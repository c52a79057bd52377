import type { GoType } from '@banyan/api';
import type { JsonNode } from '../json/json-node.ts';
import type { ReadFailure } from './type-mismatch.ts';

/** Counts the members of objects that were read: fewer than the text has means that some were there twice. */
export interface Tally {
  members: number;
}

/** Thrown by `write` for values that do not fit: only an exact look at the text can say how. */
export const DOES_NOT_FIT = Symbol('does not fit');

/** A plain value, or why there is none. */
export type ReadResult = { readonly value: unknown } | { readonly failure: ReadFailure };

/** How a custom type writes, and reads, what it holds of other types. */
export type WriteInner = (type: GoType, value: unknown, tally: Tally) => unknown;
type ReadInner = (type: GoType, node: JsonNode) => ReadResult;

/** A type that reads and writes its JSON itself. */
export interface CustomType {
  /** What is written when nothing was given. */
  readonly zero: string | number | boolean | null;
  /** The value as it is written, from a plain value that is not null. Throws DOES_NOT_FIT. */
  write(value: unknown, tally: Tally, writeInner: WriteInner): unknown;
  /** The same of a value that fits. Undefined: it is written as it is. */
  settle?(value: unknown): unknown;
  /** The plain value for `write`, from JSON that is not null. */
  read(node: JsonNode, readInner: ReadInner): ReadResult;
}

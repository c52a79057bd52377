import type { StoredObject } from './stored-object.ts';

/** Objects in the order of their keys. To be read without waiting in between: what is under it changes. */
export interface ReadableTable {
  /** From `startKey` on (itself included), only keys with the prefix. */
  scan(prefix?: string, startKey?: string): Iterable<StoredObject>;
  /** How many `scan` would yield, without going through them. */
  count(prefix?: string, startKey?: string): number;
}

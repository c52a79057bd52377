import { createHash } from 'node:crypto';

/** Letters and digits that cannot spell a word. */
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';
const LENGTH = 10;

/** A short name for any JSON value, whatever the order of its fields; `collisions` gives another one to the same. */
export function shortHash(value: unknown, collisions = 0): string {
  const digest = createHash('sha256')
    .update(`${collisions}${stableText(value)}`)
    .digest();
  return Array.from(digest.subarray(0, LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('');
}

function stableText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

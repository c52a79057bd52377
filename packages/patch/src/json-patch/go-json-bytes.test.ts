import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goJsonBytes } from './go-json-bytes.ts';

for (const [value, bytes] of [
  ['abc', 5],
  ['é', 4],
  ['<&>', 20],
  ['\u2028', 8],
  [{ a: [1, true, null] }, 19],
] as const) {
  test(`${JSON.stringify(value)} counts as ${bytes} bytes`, () => {
    assert.equal(goJsonBytes(value), bytes);
  });
}

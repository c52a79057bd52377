import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { arbitraryJson } from '../arbitrary-json.ts';
import type { JsonObject } from '../json-value.ts';
import { deepFreeze } from '../recorded/deep-freeze.ts';
import { applyMergePatch } from './apply-merge-patch.ts';
import { createMergePatch } from './create-merge-patch.ts';

for (const [from, to, patch] of [
  [{ a: 1 }, { a: 1 }, {}],
  [{ a: 1 }, {}, { a: null }],
  [{}, { a: 1 }, { a: 1 }],
  [{ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { c: 3 } }],
  [{ a: { b: 1 } }, { a: {} }, { a: { b: null } }],
  [{ a: { b: 1 } }, { a: [1] }, { a: [1] }],
  [{ a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
  [{ a: [1, 2] }, { a: [1] }, { a: [1] }],
  [{ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }, {}],
] satisfies [JsonObject, JsonObject, JsonObject][]) {
  test(`from ${JSON.stringify(from)} to ${JSON.stringify(to)} is ${JSON.stringify(patch)}`, () => {
    assert.deepEqual(createMergePatch(from, to), patch);
  });
}

test('the patch makes the one out of the other', () => {
  fc.assert(
    fc.property(arbitraryJson.object, arbitraryJson.object, (from, to) => {
      const patch = createMergePatch(deepFreeze(from), deepFreeze(to));
      assert.deepEqual(applyMergePatch(from, patch), to);
    }),
    { numRuns: 500 },
  );
});

test('between equals there is no patch', () => {
  fc.assert(
    fc.property(arbitraryJson.object, (object) => {
      assert.deepEqual(createMergePatch(object, structuredClone(object)), {});
    }),
  );
});

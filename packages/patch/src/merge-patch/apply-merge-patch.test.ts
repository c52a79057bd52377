import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { arbitraryJson, parsed } from '../arbitrary-json.ts';
import type { JsonValue } from '../json-value.ts';
import { PatchError } from '../patch-error.ts';
import { deepFreeze } from '../recorded/deep-freeze.ts';
import { applyMergePatch } from './apply-merge-patch.ts';

/** The examples of RFC 7386, except those whose patch is not an object: the API server refuses them. */
const RFC_7386: [JsonValue, JsonValue, JsonValue][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

for (const [document, patch, result] of RFC_7386) {
  test(`${JSON.stringify(document)} with ${JSON.stringify(patch)} is ${JSON.stringify(result)}`, () => {
    assert.deepEqual(applyMergePatch(deepFreeze(document), deepFreeze(patch)), result);
  });
}

for (const [patch, message] of [
  [null, 'Invalid JSON Patch'],
  [[], 'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}'],
  ['a', 'error decoding patch: json: cannot unmarshal string into Go value of type map[string]interface {}'],
  [true, 'error decoding patch: json: cannot unmarshal bool into Go value of type map[string]interface {}'],
] as const) {
  test(`${JSON.stringify(patch)} is no merge patch`, () => {
    assert.throws(
      () => applyMergePatch({}, patch),
      (error) =>
        error instanceof PatchError &&
        error.code === 'malformed' &&
        error.status.code === 400 &&
        error.status.message === message,
    );
  });
}

test('what the patch does not touch is shared', () => {
  const document = { a: { b: 1 }, c: {} };
  const result = applyMergePatch(document, { c: { d: 1 } }) as typeof document;
  assert.equal(result.a, document.a);
});

/** Without nulls inside of lists: those stay when the list takes an object's place, and go when a list's. */
const patchOfKeys = fc
  .dictionary(arbitraryJson.key, fc.option(arbitraryJson.value, { nil: null }))
  .map(parsed);

test('a patch applied twice is the patch applied once', () => {
  fc.assert(
    fc.property(arbitraryJson.object, patchOfKeys, (document, patch) => {
      const once = applyMergePatch(deepFreeze(document), deepFreeze(patch));
      assert.deepEqual(applyMergePatch(once, patch), once);
    }),
  );
});

test('no patch changes a prototype', () => {
  const patch = JSON.parse(
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  ) as JsonValue;
  const result = applyMergePatch({ a: 1 }, patch);
  assert.equal(({} as { polluted?: number }).polluted, undefined);
  assert.equal((result as { polluted?: number }).polluted, undefined);
  assert.deepEqual(Object.keys(result as object), ['a', '__proto__', 'constructor']);
});

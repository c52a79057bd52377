import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { digest } from './digest.ts';

test('the order of keys and absent fields make no difference, everything else does', () => {
  const one = digest({ a: 1, b: { c: [1, 2], d: 'x' } });
  assert.match(one, /^[0-9a-f]{16}$/);
  assert.equal(digest({ b: { d: 'x', c: [1, 2] }, a: 1, e: undefined }), one);
  for (const other of [
    { a: 1, b: { c: [2, 1], d: 'x' } },
    { a: '1', b: { c: [1, 2], d: 'x' } },
    { a: 1, b: { c: [1, 2], d: null } },
    { a: 1, b: { c: [1, 2], d: 'x' }, e: null },
  ]) {
    assert.notEqual(digest(other), one);
  }
});

test('a digest is that of the JSON which the object becomes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.equal(digest(JSON.parse(JSON.stringify(value))), digest(value));
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortHash } from './short-hash.ts';

test('the order of fields does not matter, anything else does', () => {
  const hash = shortHash({ a: 1, b: [{ c: 2, d: 3 }] });
  assert.equal(shortHash({ b: [{ d: 3, c: 2 }], a: 1 }), hash);
  assert.notEqual(shortHash({ a: 1, b: [{ c: 2, d: 4 }] }), hash);
  assert.notEqual(shortHash({ a: 1, b: [{ c: 2, d: 3 }] }, 1), hash, 'a collision gives another');
  assert.match(hash, /^[bcdfghjklmnpqrstvwxz2456789]{10}$/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contains } from './contains.ts';

for (const [what, current, wanted, expected] of [
  ['the same', { a: 1 }, { a: 1 }, true],
  ['fields that nobody asked for', { a: 1, b: 2 }, { a: 1 }, true],
  ['a missing field', {}, { a: 1 }, false],
  ['another value', { a: { b: 'x' } }, { a: { b: 'y' } }, false],
  ['a longer list', { a: [1, 2] }, { a: [1] }, false],
  ['a list with fields besides', { a: [{ x: 1, y: 2 }] }, { a: [{ x: 1 }] }, true],
  ['a list in another order', { a: [1, 2] }, { a: [2, 1] }, false],
  ['nothing at all', undefined, { a: 1 }, false],
  ['an object where a list is wanted', { a: { 0: 1 } }, { a: [1] }, false],
] as const) {
  test(`what is there contains what is wanted: ${what}`, () =>
    assert.equal(contains(current, wanted), expected));
}

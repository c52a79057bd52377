import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatIndexes, parseIndexes } from './index-ranges.ts';

test('neighbours become a range', () => {
  assert.equal(formatIndexes(new Set([5, 0, 2, 1, 8, 7])), '0-2,5,7-8');
  assert.equal(formatIndexes(new Set()), '');
});

test('indexes beyond the limit, and what is no index, do not count', () => {
  assert.deepEqual([...parseIndexes('1-3,7,x,9-', 3)], [1, 2]);
  assert.deepEqual([...parseIndexes('')], []);
});

test('what is written is read again', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60)), (indexes) => {
      const set = new Set(indexes);
      assert.deepEqual(
        [...parseIndexes(formatIndexes(set))],
        [...set].toSorted((a, b) => a - b),
      );
    }),
  );
});

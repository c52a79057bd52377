import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeatedPlaces } from './repeated-places.ts';

test('every value but the first of its kind is repeated', () => {
  assert.deepEqual([...repeatedPlaces(['a', 'b', 'a', undefined, 'a', undefined])], [2, 4, 5]);
  assert.deepEqual([...repeatedPlaces([])], []);
});

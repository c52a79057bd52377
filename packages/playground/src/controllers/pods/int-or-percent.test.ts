import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intOrPercent } from './int-or-percent.ts';

test('a number stands for itself, a percentage for its share, nothing for none', () => {
  assert.equal(intOrPercent(3, 10, Math.ceil), 3);
  assert.equal(intOrPercent('25%', 10, Math.ceil), 3);
  assert.equal(intOrPercent('25%', 10, Math.floor), 2);
  assert.equal(intOrPercent(undefined, 10, Math.ceil), 0);
});

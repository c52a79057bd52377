import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import './fixed-seed.ts';

test('property tests draw the same cases again', () => {
  const draw = () => {
    const drawn: number[] = [];
    fc.assert(fc.property(fc.integer(), (value) => void drawn.push(value)));
    return drawn;
  };
  assert.deepEqual(draw(), draw());
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import './fixed-seed.ts';

test('fast-check takes the fixed seed', () => {
  assert.equal(fc.readConfigureGlobal().seed, Number(process.env['BANYAN_SEED'] ?? 1));
  const drawn = () => fc.sample(fc.integer(), { numRuns: 5, ...fc.readConfigureGlobal() });
  assert.deepEqual(drawn(), drawn());
});

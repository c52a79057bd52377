import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BackOff } from './back-off.ts';

test('waits are doubled up to half a minute, and half of each is chance', () => {
  const longest = new BackOff(() => 1);
  const shortest = new BackOff(() => 0);
  const waits = (backOff: BackOff): number[] => Array.from({ length: 7 }, () => backOff.nextMs(false));
  assert.deepEqual(waits(longest), [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  assert.deepEqual(waits(shortest), [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
});

test('a good session makes the next failure the first', () => {
  const backOff = new BackOff(() => 1);
  backOff.nextMs(false);
  backOff.nextMs(false);
  backOff.reset();
  assert.equal(backOff.nextMs(false), 1_000);
});

test('refused credentials are tried soon at first, as after the start of an API server, then every minute', () => {
  const backOff = new BackOff(() => 1);
  const waits = Array.from({ length: 8 }, () => backOff.nextMs(true));
  assert.deepEqual(waits, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

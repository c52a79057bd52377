import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BackOff } from './back-off.ts';

test('waits are doubled up to half a minute, and half of each is chance', () => {
  const longest = new BackOff(() => 1);
  const shortest = new BackOff(() => 0);
  const waits = (backOff: BackOff): number[] => Array.from({ length: 7 }, () => backOff.nextMs());
  assert.deepEqual(waits(longest), [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  assert.deepEqual(waits(shortest), [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
});

test('a good session makes the next failure the first', () => {
  const backOff = new BackOff(() => 1);
  backOff.nextMs();
  backOff.nextMs();
  backOff.reset();
  assert.equal(backOff.nextMs(), 1_000);
});

test('refused credentials are tried soon at first, as after the start of an API server, then every minute', () => {
  const backOff = new BackOff(() => 1);
  const waits = Array.from({ length: 8 }, () => backOff.nextMs({ isRefused: true }));
  assert.deepEqual(waits, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test('where many come back, the first try is in a twentieth of the time told, the others at some moment of it', () => {
  const waits = (chance: number): number[] => {
    const backOff = new BackOff(() => chance);
    return Array.from({ length: 3 }, () => backOff.nextMs({ spreadMs: 60_000 }));
  };
  assert.deepEqual(waits(0), [500, 500, 500]);
  assert.deepEqual(waits(1), [3_500, 60_500, 60_500]);
});

test('a spread that is shorter than the wait by itself changes nothing', () => {
  const backOff = new BackOff(() => 1);
  const waits = Array.from({ length: 3 }, () => backOff.nextMs({ spreadMs: 2_000 }));
  assert.deepEqual(waits, [1_000, 2_000, 4_000]);
});

test('who is asked to wait does, at least so long and not with the others, but not for ever', () => {
  assert.equal(new BackOff(() => 0).nextMs({ retryAfterMs: 10_000 }), 10_000);
  assert.equal(new BackOff(() => 1).nextMs({ retryAfterMs: 10_000 }), 20_000);
  assert.equal(new BackOff(() => 1).nextMs({ retryAfterMs: 10 }), 1_000);
  assert.equal(new BackOff(() => 1).nextMs({ retryAfterMs: 1e12 }), 600_000);
  assert.equal(new BackOff(() => 0).nextMs({ spreadMs: 1e12 }), 500);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '@banyan/testing';
import { OwnerPace } from './owner-pace.ts';

const KEY = { namespace: 'default', name: 'web' };

test('small owners are looked at whenever something happens', () => {
  const pace = new OwnerPace(new FakeClock());
  assert.deepEqual([pace.waitMs(KEY, 999), pace.waitMs(KEY, 999)], [0, 0]);
});

test('large ones wait the longer, the larger they are', async () => {
  const clock = new FakeClock();
  const pace = new OwnerPace(clock);
  assert.equal(pace.waitMs(KEY, 10_000), 0);
  assert.equal(pace.waitMs(KEY, 10_000), 1000);
  assert.equal(pace.waitMs({ ...KEY, name: 'other' }, 10_000), 0, 'each for itself');
  await clock.advance(950);
  assert.equal(pace.waitMs(KEY, 10_000), 50);
  await clock.advance(50);
  assert.equal(pace.waitMs(KEY, 10_000), 0);
  pace.forget(KEY);
  assert.equal(pace.waitMs(KEY, 10_000), 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FailedPodDelays } from './failed-pod-delays.ts';

test('failed pods of one place are replaced at longer and longer intervals', () => {
  const delays = new FailedPodDelays();
  assert.equal(delays.waitMs('set/a', 0), 0);
  assert.equal(delays.waitMs('set/a', 400), 600);
  assert.equal(delays.waitMs('set/b', 400), 0, 'another place has its own');
  assert.equal(delays.waitMs('set/a', 1000), 0);
  assert.equal(delays.waitMs('set/a', 1000), 2000);
  assert.equal(delays.waitMs('set/a', 3000), 0);
  assert.equal(delays.waitMs('set/a', 3000), 4000);
});

test('after a long time without failure it begins anew, and so it does for a new set', () => {
  const delays = new FailedPodDelays();
  delays.waitMs('set/a', 0);
  delays.waitMs('set/a', 1000);
  assert.equal(delays.waitMs('set/a', 3_600_000), 0);
  assert.equal(delays.waitMs('set/a', 3_600_000), 1000);
  delays.forget('set/');
  assert.equal(delays.waitMs('set/a', 3_600_000), 0);
});

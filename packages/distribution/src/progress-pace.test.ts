import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProgressPace } from './progress-pace.ts';

test('progress is told two seconds after it began, then less and less often', () => {
  const pace = new ProgressPace({ firstMs: 2000, longestMs: 10_000 });
  assert.equal(pace.waitMs('a', 1000), 2000);
  assert.equal(pace.waitMs('a', 2500), 500);
  assert.equal(pace.waitMs('b', 2500), 2000);
  assert.equal(pace.waitMs('a', 3000), 0);
  for (const pauseMs of [4000, 8000, 10_000, 10_000]) {
    pace.told('a', 3000);
    assert.equal(pace.waitMs('a', 4000), pauseMs - 1000);
  }
});

test('what has come to its end begins anew', () => {
  const pace = new ProgressPace({ firstMs: 2000, longestMs: 10_000 });
  pace.told('a', 0);
  pace.forget('a');
  assert.equal(pace.waitMs('a', 9000), 2000);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InFlightLimit } from './in-flight-limit.ts';

test('one user cannot take the places of others, and gets his own back', () => {
  const limit = new InFlightLimit();
  const leave: (() => void)[] = [];
  assert.throws(
    () => {
      for (let i = 0; i < 10_000; i += 1) leave.push(limit.enter('greedy'));
    },
    { code: 429 },
  );
  limit.enter('modest')();
  leave.pop()?.();
  limit.enter('greedy')();
});

test('a few users together cannot take the places of others either', () => {
  const limit = new InFlightLimit();
  for (const user of ['greedy', 'eager', 'hungry', 'keen']) {
    assert.throws(
      () => {
        for (let i = 0; i < 10_000; i += 1) limit.enter(user);
      },
      { code: 429 },
    );
  }
  for (let i = 0; i < 10; i += 1) limit.enter('modest')();
});

test('all users together are bounded too', () => {
  const limit = new InFlightLimit();
  let entered = 0;
  assert.throws(
    () => {
      for (; entered < 10_000; entered += 1) limit.enter(`user ${entered}`);
    },
    { code: 429, headers: { 'retry-after': '1' } },
  );
  assert.equal(entered, 600);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@banyan/controller';
import { cacheCatchesUp } from './cache-catches-up.ts';

const NEVER = new AbortController().signal;

test('what the cache shows at once is not waited for', async () => {
  let looks = 0;
  await cacheCatchesUp(() => ++looks > 0, systemClock, NEVER);
  assert.equal(looks, 1);
});

test('it is looked for until it is there', async () => {
  let looks = 0;
  await cacheCatchesUp(() => ++looks === 4, systemClock, NEVER);
  assert.equal(looks, 4);
});

test('what never comes is given up, and so is all of it when the signal aborts', async () => {
  let nowMs = 0;
  const after = (delayMs: number, wake: () => void) => {
    nowMs += delayMs;
    queueMicrotask(wake);
    return () => undefined;
  };
  await cacheCatchesUp(() => false, { ...systemClock, elapsed: () => nowMs, after }, NEVER);
  assert.ok(nowMs >= 3_000);
  await cacheCatchesUp(() => false, systemClock, AbortSignal.abort());
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '@banyan/apiserver';
import { FakeClock } from '@banyan/testing';
import { requestFaults } from './request-faults.ts';

const never = new AbortController().signal;

test('a slow cluster lets requests wait, but not those of clients that are gone', async () => {
  const clock = new FakeClock();
  const intercept = requestFaults({
    clock,
    random: () => 0,
    state: () => ({ delayMs: 1000, errors: undefined }),
  });
  let passed = 0;
  const gone = new AbortController();
  const waits = [never, gone.signal].map(async (signal) => {
    await intercept(signal, 'GET');
    passed += 1;
  });
  await clock.advance(999);
  assert.equal(passed, 0);
  gone.abort();
  await waits[1];
  assert.equal(passed, 1);
  await clock.advance(1);
  await waits[0];
  await intercept(AbortSignal.abort(), 'GET');
  assert.equal(clock.nextTimerMs, undefined);
});

test('a share of requests is answered with an error', async () => {
  const draws = [0.1, 0.49, 0.5, 0.9];
  const intercept = requestFaults({
    clock: new FakeClock(),
    random: () => draws.shift() ?? 1,
    state: () => ({ delayMs: 0, errors: { status: 429, share: 0.5, retryAfterSeconds: 7 } }),
  });
  const isRefused = (error: unknown) =>
    error instanceof ApiError && error.code === 429 && error.headers['retry-after'] === '7';
  await assert.rejects(intercept(never, 'GET'), isRefused);
  await assert.rejects(intercept(never, 'GET'), isRefused);
  await intercept(never, 'GET');
  await intercept(never, 'GET');
});

test('a conflict is answered to writes alone', async () => {
  const intercept = requestFaults({
    clock: new FakeClock(),
    random: () => 0,
    state: () => ({ delayMs: 0, errors: { status: 409, share: 1, retryAfterSeconds: 0 } }),
  });
  await intercept(never, 'GET');
  await assert.rejects(intercept(never, 'PATCH'), { code: 409 });
});

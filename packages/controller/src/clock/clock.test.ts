import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '@banyan/testing';
import { systemClock } from './clock.ts';
import { deadlineSignal, isDeadlineExceeded, withDeadline } from './deadline.ts';
import { sleep } from './sleep.ts';

const never = new AbortController().signal;

test('the system clock calls back, and a call that was taken back does not come', async () => {
  const calls: string[] = [];
  const cancel = systemClock.after(0, () => calls.push('cancelled'));
  cancel();
  await new Promise<void>((resolve) => systemClock.after(1, resolve));
  cancel();
  assert.deepEqual(calls, []);
});

test('a wait longer than a timer of Node can be does not end at once', async () => {
  let early = false;
  const cancel = systemClock.after(2 ** 32, () => (early = true));
  await new Promise<void>((resolve) => systemClock.after(5, resolve));
  cancel();
  assert.equal(early, false);
});

test('a sleep ends by its time or by the signal, and leaves no timer', async () => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const slept = [
    sleep(clock, 100, never),
    sleep(clock, 1_000, stop.signal),
    sleep(clock, 1, AbortSignal.abort()),
  ];
  await clock.advance(100);
  await slept[0];
  stop.abort();
  await Promise.all(slept);
  assert.equal(clock.nextTimerMs, undefined);
});

test('a deadline gives up on work that does not listen', async () => {
  const clock = new FakeClock();
  const given = assert.rejects(
    withDeadline(clock, 100, never, () => new Promise(() => undefined)),
    isDeadlineExceeded,
  );
  await clock.advance(100);
  await given;
});

test('work that ends in time leaves no timer', async () => {
  const clock = new FakeClock();
  assert.equal(await withDeadline(clock, 100, never, async () => 42), 42);
  assert.equal(clock.nextTimerMs, undefined);
});

test("the parent's signal passes through with its reason", async () => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const { signal, dispose } = deadlineSignal(clock, 100, stop.signal);
  stop.abort('stop');
  assert.equal(signal.reason, 'stop');
  dispose();
  await assert.rejects(
    withDeadline(clock, 100, stop.signal, async () => 42),
    /stop/,
  );
});

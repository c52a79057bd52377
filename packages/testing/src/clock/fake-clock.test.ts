import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from './fake-clock.ts';

test('timers fire in the order of their times, those of one time in the order they were set', async () => {
  const clock = new FakeClock();
  const fired: string[] = [];
  for (const [name, ms] of [
    ['c', 30],
    ['a', 10],
    ['b1', 20],
    ['b2', 20],
  ] as const) {
    clock.after(ms, () => fired.push(`${name} at ${clock.elapsed()}`));
  }
  await clock.advance(20);
  assert.deepEqual(fired, ['a at 10', 'b1 at 20', 'b2 at 20']);
  assert.equal(clock.nextTimerMs, 30);
});

test('what a timer sets in motion happens before the next timer', async () => {
  const clock = new FakeClock();
  const seen: number[] = [];
  const loop = async (): Promise<void> => {
    for (let i = 0; i < 3; i++) {
      await clock.sleep(10);
      seen.push(clock.elapsed());
    }
  };
  const done = loop();
  await clock.advance(30);
  await done;
  assert.deepEqual(seen, [10, 20, 30]);
});

test('a jump moves the wall clock and nothing else', async () => {
  const clock = new FakeClock(1_000_000);
  let fired = false;
  clock.after(10, () => (fired = true));
  clock.jump(-500);
  await clock.advance(5);
  assert.deepEqual([clock.now(), clock.elapsed(), fired], [999_505, 5, false]);
});

test('a timer that was taken back and a sleep that was aborted leave nothing', async () => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const cancel = clock.after(10, () => assert.fail('taken back'));
  cancel();
  const slept = assert.rejects(clock.sleep(10, stop.signal), /enough/);
  stop.abort(new Error('enough'));
  await slept;
  assert.equal(clock.nextTimerMs, undefined);
});

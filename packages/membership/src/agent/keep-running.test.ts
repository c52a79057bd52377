import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '@banyan/controller';
import { FakeClock } from '@banyan/testing';
import { keepRunning } from './keep-running.ts';

test('a part that fails is started again, later and later, and early again once it was well', async () => {
  const clock = new FakeClock();
  const stopping = new AbortController();
  const startsMs: number[] = [];
  const failed: string[] = [];
  const run = async (signal: AbortSignal): Promise<void> => {
    startsMs.push(clock.elapsed());
    if (startsMs.length === 4) await clock.sleep(60_000, signal);
    throw new Error('broken');
  };
  const keeper = {
    logger: silentLogger,
    clock,
    random: () => 0,
    onFailed: (part: string) => failed.push(part),
  };
  const running = keepRunning('part', run, keeper, stopping.signal);
  await clock.advance(7_000 + 60_000 + 1_000);
  assert.deepEqual(startsMs, [0, 1_000, 3_000, 7_000, 68_000]);
  assert.deepEqual(new Set(failed), new Set(['part']));
  stopping.abort();
  await running;
  await clock.advance(600_000);
  assert.equal(startsMs.length, 5);
});

test('a part that ends by itself is started again', async () => {
  const clock = new FakeClock();
  const stopping = new AbortController();
  let starts = 0;
  const running = keepRunning(
    'part',
    async () => void (starts += 1),
    { logger: silentLogger, clock, random: () => 0 },
    stopping.signal,
  );
  await clock.advance(1_000);
  assert.equal(starts, 2);
  stopping.abort();
  await running;
});

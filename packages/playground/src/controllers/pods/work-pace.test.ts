import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '@banyan/testing';
import { WorkPace } from './work-pace.ts';

test('long work is done for a tenth of the time, short work at once', async () => {
  const clock = new FakeClock();
  const pace = new WorkPace(clock);
  const key = { namespace: 'a', name: 'web' };
  let done = 0;
  const work = (ms: number) => async () => {
    await clock.advance(ms);
    done += 1;
  };
  assert.equal(await pace.take(key, work(1)), 0);
  assert.equal(await pace.take(key, work(100)), 0);
  assert.equal(await pace.take(key, work(100)), 900);
  assert.equal(done, 2);
  assert.equal(await pace.take({ ...key, name: 'other' }, work(1)), 0);
  await clock.advance(899);
  assert.equal(await pace.take(key, work(1)), 0);
  assert.equal(await pace.take(key, work(1)), 0);
  assert.equal(done, 5);
});

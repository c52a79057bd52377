import { FakeClock } from '@banyan/testing';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InFlightLimit, RateLimit } from './request-limits.ts';

const never = new AbortController().signal;

describe('a limit on requests at once', () => {
  it('lets the next in when one leaves, in the order they came', async () => {
    const limit = new InFlightLimit(2);
    const entered: number[] = [];
    const enter = async (id: number): Promise<void> => {
      await limit.acquire(never);
      entered.push(id);
    };
    await enter(1);
    await enter(2);
    const third = enter(3);
    const fourth = enter(4);
    assert.deepEqual(entered, [1, 2]);
    limit.release();
    await third;
    assert.deepEqual(entered, [1, 2, 3]);
    limit.release();
    await fourth;
    assert.equal(limit.running, 2);
  });

  it('forgets one who gave up while waiting', async () => {
    const limit = new InFlightLimit(1);
    await limit.acquire(never);
    const stop = new AbortController();
    const waiting = limit.acquire(stop.signal);
    stop.abort(new Error('enough'));
    await assert.rejects(waiting, /enough/);
    limit.release();
    assert.equal(limit.running, 0);
  });
});

describe('a limit on requests per second', () => {
  it('lets a burst through, then one at a time', async () => {
    const clock = new FakeClock();
    const limit = new RateLimit(10, 3, clock);
    const entered: number[] = [];
    const all = Array.from({ length: 6 }, async (_, id) => {
      await limit.acquire(never);
      entered.push(id);
    });
    await clock.advance(0);
    assert.deepEqual(entered, [0, 1, 2]);
    await clock.advance(100);
    assert.deepEqual(entered, [0, 1, 2, 3]);
    await clock.advance(200);
    await Promise.all(all);
    assert.deepEqual(entered, [0, 1, 2, 3, 4, 5]);
  });

  it('gives the turn back of one who gave up', async () => {
    const clock = new FakeClock();
    const limit = new RateLimit(1, 1, clock);
    await limit.acquire(never);
    const stop = new AbortController();
    const waiting = limit.acquire(stop.signal);
    stop.abort(new Error('enough'));
    await assert.rejects(waiting, /enough/);
    await clock.advance(1000);
    let entered = false;
    void limit.acquire(never).then(() => {
      entered = true;
    });
    await clock.advance(0);
    assert.equal(entered, true);
  });

  it('saves up no more than a burst', async () => {
    const clock = new FakeClock();
    const limit = new RateLimit(10, 2, clock);
    await clock.advance(60_000);
    let entered = 0;
    for (let i = 0; i < 5; i += 1) {
      void limit.acquire(never).then(() => {
        entered += 1;
      });
    }
    await clock.advance(0);
    assert.equal(entered, 2);
    await clock.advance(1000);
  });
});

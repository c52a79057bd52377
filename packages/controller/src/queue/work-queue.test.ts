import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FakeClock } from '@banyan/testing';
import { WorkQueue, type WorkQueueOptions } from './work-queue.ts';

function newQueue(options: Partial<WorkQueueOptions> = {}): { queue: WorkQueue; clock: FakeClock } {
  const clock = new FakeClock();
  return { queue: new WorkQueue({ clock, random: () => 0, ...options }), clock };
}

/** Takes without waiting: what a worker would get now. */
async function takeNow(queue: WorkQueue): Promise<string | undefined> {
  const before = queue.stats().ready;
  return before === 0 ? undefined : (await queue.take())?.key;
}

async function takeAll(queue: WorkQueue): Promise<string[]> {
  const keys: string[] = [];
  for (let taken = await takeNow(queue); taken !== undefined; taken = await takeNow(queue)) {
    keys.push(taken);
    queue.done(taken);
  }
  return keys;
}

describe('folding', () => {
  test('a key that is added twice runs once', async () => {
    const { queue } = newQueue();
    queue.add('c|a');
    queue.add('c|a');
    assert.deepEqual(await takeAll(queue), ['c|a']);
  });

  test('a key that is touched while it runs is not given to a second worker, and runs again', async () => {
    const { queue } = newQueue();
    queue.add('c|a');
    await queue.take();
    queue.add('c|a');
    queue.add('c|a');
    assert.deepEqual(queue.stats(), { ready: 0, delayed: 0, running: 1, failing: 0, longestRunningMs: 0 });
    queue.done('c|a');
    assert.deepEqual(await takeAll(queue), ['c|a']);
  });

  test('a key that nobody touched while it ran is gone', async () => {
    const { queue } = newQueue();
    queue.add('c|a');
    assert.deepEqual(await takeAll(queue), ['c|a']);
    assert.equal(queue.stats().ready, 0);
  });

  test('a waiting worker gets the key at once', async () => {
    const { queue } = newQueue();
    const taken = queue.take();
    queue.add('c|a', { priority: 'high' });
    assert.deepEqual(await taken, { key: 'c|a', priority: 'high', waitedMs: 0 });
  });

  test('done without take is a mistake that is said', () => {
    const { queue } = newQueue();
    assert.throws(() => queue.done('c|a'), /c\|a is not running/);
  });
});

describe('delay', () => {
  test('a delayed key waits for its time', async () => {
    const { queue, clock } = newQueue();
    queue.addAfter('c|a', 100);
    await clock.advance(99);
    assert.equal(queue.stats().ready, 0);
    await clock.advance(1);
    assert.equal(queue.stats().ready, 1);
  });

  test('the earliest of several times wins, whatever the order', async () => {
    for (const delays of [
      [50, 100],
      [100, 50],
    ]) {
      const { queue, clock } = newQueue();
      for (const delay of delays) queue.addAfter('c|a', delay);
      await clock.advance(50);
      assert.deepEqual(await takeAll(queue), ['c|a']);
      await clock.advance(1_000);
      assert.deepEqual(await takeAll(queue), [], 'the later one is forgotten');
    }
  });

  test('an add of now takes the place of a delayed one', async () => {
    const { queue, clock } = newQueue();
    queue.addAfter('c|a', 100);
    queue.add('c|a');
    assert.deepEqual(await takeAll(queue), ['c|a']);
    await clock.advance(1_000);
    assert.equal(queue.stats().ready, 0);
  });

  test('a key delayed while it runs waits from when it was added', async () => {
    const { queue, clock } = newQueue();
    queue.add('c|a');
    await queue.take();
    queue.addAfter('c|a', 100);
    await clock.advance(60);
    queue.done('c|a');
    assert.deepEqual(queue.stats().delayed, 1);
    await clock.advance(40);
    assert.deepEqual(await takeAll(queue), ['c|a']);
  });

  test('keys become ready in the order of their times', async () => {
    const { queue, clock } = newQueue();
    for (const [key, delay] of Object.entries({ 'c|x': 30, 'c|y': 10, 'c|z': 20 }))
      queue.addAfter(key, delay);
    await clock.advance(100);
    assert.deepEqual(await takeAll(queue), ['c|y', 'c|z', 'c|x']);
  });

  test('no time is not a time', () => {
    const { queue } = newQueue();
    assert.throws(() => queue.addAfter('c|a', Number.NaN), /cannot run after NaN ms/);
    assert.throws(() => queue.addAfter('c|a', Infinity), /cannot run after Infinity ms/);
  });
});

describe('back-off', () => {
  test('each failure in a row doubles the wait up to the cap, and forget begins anew', () => {
    const { queue } = newQueue({ backoff: { baseMs: 5, maxMs: 30 } });
    const waits = Array.from({ length: 5 }, () => queue.addFailed('c|a'));
    assert.deepEqual(waits, [5, 10, 20, 30, 30]);
    assert.equal(queue.failures('c|a'), 5);
    queue.forget('c|a');
    assert.equal(queue.addFailed('c|a'), 5);
  });

  test('jitter takes up to half of the wait off', () => {
    const { queue } = newQueue({ random: () => 0.5, backoff: { baseMs: 1000 } });
    assert.equal(queue.addFailed('c|a'), 750);
  });

  test('a thousand failures still wait the cap', () => {
    const { queue } = newQueue();
    for (let i = 0; i < 2_000; i++) queue.addFailed('c|a');
    assert.equal(queue.addFailed('c|a'), 300_000);
  });

  test('a change passes the back-off', async () => {
    const { queue } = newQueue();
    for (let i = 0; i < 20; i++) queue.addFailed('c|a');
    queue.add('c|a');
    assert.deepEqual(await takeAll(queue), ['c|a']);
  });
});

describe('priority', () => {
  test('higher goes first, and within one priority who came first', async () => {
    const { queue } = newQueue();
    queue.add('c|low', { priority: 'low' });
    queue.add('c|n1');
    queue.add('c|n2');
    queue.add('c|high', { priority: 'high' });
    assert.deepEqual(await takeAll(queue), ['c|high', 'c|n1', 'c|n2', 'c|low']);
  });

  test('added again at a higher priority a key is lifted, at a lower one it stays', async () => {
    const { queue } = newQueue();
    queue.add('c|a', { priority: 'low' });
    queue.add('c|b');
    queue.add('c|a', { priority: 'high' });
    queue.add('c|b', { priority: 'low' });
    queue.add('c|c', { priority: 'low' });
    assert.deepEqual(await takeAll(queue), ['c|a', 'c|b', 'c|c']);
  });

  test('a delayed key keeps its priority, and the higher of two', async () => {
    const { queue, clock } = newQueue();
    queue.add('c|a', { afterMs: 10, priority: 'low' });
    queue.add('c|a', { afterMs: 20, priority: 'high' });
    await clock.advance(10);
    queue.add('c|b');
    assert.deepEqual(await takeAll(queue), ['c|a', 'c|b']);
  });

  test('a flood of urgent keys leaves one in sixteen to each of the others', async () => {
    const { queue } = newQueue();
    queue.add('c|low', { priority: 'low' });
    queue.add('c|normal');
    for (let i = 0; i < 40; i++) queue.add(`c|urgent-${i}`, { priority: 'high' });
    const order = await takeAll(queue);
    assert.equal(order.indexOf('c|normal'), 15);
    assert.equal(order.indexOf('c|low'), 16);
  });
});

describe('clusters', () => {
  test('they take turns: a thousand keys of one do not delay the only key of another', async () => {
    const { queue } = newQueue();
    for (let i = 0; i < 1_000; i++) queue.add(`big|${i}`);
    queue.add('small|a');
    assert.deepEqual((await takeAll(queue)).slice(0, 3), ['big|0', 'small|a', 'big|1']);
  });

  test('one cluster has no more than its limit running, the others pass it', async () => {
    const { queue } = newQueue({ maxPerCluster: 2 });
    for (const key of ['broken|a', 'broken|b', 'broken|c', 'good|a']) queue.add(key);
    const taken = [await queue.take(), await queue.take(), await queue.take()].map((t) => t?.key);
    assert.deepEqual(taken, ['broken|a', 'good|a', 'broken|b']);
    let next: string | undefined;
    const waiting = queue.take().then((t) => (next = t?.key));
    queue.done('good|a');
    assert.equal(next, undefined);
    queue.done('broken|a');
    await waiting;
    assert.equal(next, 'broken|c');
  });

  test('keys without a cluster have no limit in common', async () => {
    const { queue } = newQueue({ maxPerCluster: 1 });
    queue.add('a');
    queue.add('b');
    assert.deepEqual([(await queue.take())?.key, (await queue.take())?.key], ['a', 'b']);
  });
});

describe('shutdown', () => {
  test('sends the workers home, drops what is pending, and waits for what runs', async () => {
    const { queue, clock } = newQueue();
    queue.add('c|running');
    await queue.take();
    queue.add('c|pending');
    queue.addAfter('c|delayed', 10);
    let ended = false;
    const shutdown = queue.shutdown().then(() => (ended = true));
    queue.add('c|running');
    queue.add('c|late');
    assert.equal(await queue.take(), undefined);
    await clock.advance(100);
    assert.equal(ended, false);
    queue.done('c|running');
    await shutdown;
    assert.deepEqual(queue.stats(), { ready: 0, delayed: 0, running: 0, failing: 0, longestRunningMs: 0 });
    assert.equal(clock.nextTimerMs, undefined, 'no timer is left');
  });

  test('workers that wait are told', async () => {
    const { queue } = newQueue();
    const waiting = queue.take();
    await queue.shutdown();
    assert.equal(await waiting, undefined);
  });
});

test('stats tell how long the longest run is under way', async () => {
  const { queue, clock } = newQueue();
  queue.add('c|a');
  await queue.take();
  await clock.advance(70);
  queue.add('c|b');
  await queue.take();
  await clock.advance(30);
  assert.equal(queue.stats().longestRunningMs, 100);
});

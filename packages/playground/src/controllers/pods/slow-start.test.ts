import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slowStart } from './slow-start.ts';

test('everything is done, in batches that double', async () => {
  const items = Array.from({ length: 1200 }, (_, i) => i);
  const done: number[] = [];
  let running = 0;
  const most: number[] = [];
  await slowStart(items, async (item) => {
    running += 1;
    await Promise.resolve();
    most.push(running);
    await new Promise(setImmediate);
    running -= 1;
    done.push(item);
  });
  assert.deepEqual(done, items);
  assert.deepEqual([...new Set(most)].slice(0, 3), [1, 2, 4]);
  assert.equal(
    most.reduce((a, b) => Math.max(a, b)),
    500,
  );
});

test('after a refusal nothing more is tried', async () => {
  let tries = 0;
  const refusing = slowStart([1, 2, 3, 4, 5, 6, 7], async (item) => {
    tries += 1;
    await Promise.resolve();
    if (item === 2) throw new Error('no');
  });
  await assert.rejects(refusing, /no/);
  assert.equal(tries, 3, 'the first alone, then two at once');
});

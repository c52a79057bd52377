import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inParallel } from './in-parallel.ts';

test('all items are worked on, a few at once, and a failure stops none of them', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const work = async (item: number): Promise<void> => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running -= 1;
    if (item === 2) throw new Error('two');
    done.push(item);
  };
  await assert.rejects(inParallel([1, 2, 3, 4, 5], 2, work), /two/);
  assert.deepEqual(new Set(done), new Set([1, 3, 4, 5]));
  assert.equal(most, 2);
});

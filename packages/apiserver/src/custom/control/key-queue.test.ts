import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { KeyQueue } from './key-queue.ts';

test('keys are worked on one at a time, each once however often it was added', async () => {
  const done: string[] = [];
  let atOnce = 0;
  const queue = new KeyQueue(
    async (key) => {
      atOnce += 1;
      assert.equal(atOnce, 1);
      await Promise.resolve();
      atOnce -= 1;
      done.push(key);
    },
    () => assert.fail(),
  );
  for (const key of ['a', 'b', 'a', 'b', 'a']) queue.add(key);
  await eventually('done', () => done.length === 2);
  assert.deepEqual(done, ['a', 'b']);
});

test('a key that is added while it is worked on is worked on again', async () => {
  let runs = 0;
  const queue = new KeyQueue(
    async (key) => {
      runs += 1;
      if (runs === 1) queue.add(key);
    },
    () => assert.fail(),
  );
  queue.add('a');
  await eventually('again', () => runs === 2);
});

test('what fails is told and tried again later, and holds nothing up', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const runs: string[] = [];
  const defects: unknown[] = [];
  const queue = new KeyQueue(
    async (key) => {
      runs.push(key);
      if (key === 'bad' && runs.length === 1) throw new Error('once');
    },
    (error) => defects.push(error),
  );
  queue.add('bad');
  queue.add('good');
  while (runs.length < 2) await Promise.resolve();
  assert.equal(defects.length, 1);
  t.mock.timers.tick(1000);
  while (runs.length < 3) await Promise.resolve();
  assert.deepEqual(runs, ['bad', 'good', 'bad']);
});

test('a queue that was stopped takes nothing more', async () => {
  const runs: string[] = [];
  const queue = new KeyQueue(
    async (key) => void runs.push(key),
    () => assert.fail(),
  );
  queue.add('a');
  await queue.stop();
  queue.add('b');
  await Promise.resolve();
  assert.ok(!runs.includes('b'));
});

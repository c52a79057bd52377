import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeyedWork } from './keyed-work.ts';

function unexpected(error: unknown): void {
  assert.fail(String(error));
}

test('a key that is asked for many times at once is done once', async () => {
  const done: string[] = [];
  const finished = Promise.withResolvers<void>();
  const work = new KeyedWork({
    work: async (key) => {
      done.push(key);
      if (done.length === 2) finished.resolve();
      return undefined;
    },
    onError: unexpected,
  });
  for (const key of ['a', 'a', 'b', 'a']) work.add(key);
  await finished.promise;
  await work.stop();
  assert.deepEqual(done.toSorted(), ['a', 'b']);
});

test('what is asked for while it runs runs once more, and never twice at a time', async () => {
  let running = 0;
  let runs = 0;
  const second = Promise.withResolvers<void>();
  const work = new KeyedWork({
    work: async () => {
      running += 1;
      assert.equal(running, 1);
      runs += 1;
      if (runs === 1) for (let i = 0; i < 3; i += 1) work.add('a');
      await Promise.resolve();
      running -= 1;
      if (runs === 2) second.resolve();
      return undefined;
    },
    onError: unexpected,
  });
  work.add('a');
  await second.promise;
  await work.stop();
  assert.equal(runs, 2);
});

test('work says when it wants to be done again', async () => {
  let runs = 0;
  const third = Promise.withResolvers<void>();
  const work = new KeyedWork({
    work: async () => {
      runs += 1;
      if (runs === 3) third.resolve();
      return runs < 3 ? 1 : undefined;
    },
    onError: unexpected,
  });
  // The work's own timers do not keep the process alive.
  const alive = setInterval(() => {}, 1000);
  work.add('a');
  await third.promise;
  clearInterval(alive);
  await work.stop();
  assert.equal(runs, 3);
});

test('what fails is reported; what has stopped does nothing more', async () => {
  const failed = Promise.withResolvers<unknown>();
  const problem = new Error('no');
  const work = new KeyedWork({ work: () => Promise.reject(problem), onError: failed.resolve });
  const alive = setInterval(() => {}, 1000);
  work.add('a');
  assert.equal(await failed.promise, problem);
  clearInterval(alive);
  await work.stop();
  work.add('b');
});

test('a stop waits for what is under way, which learns of it', async () => {
  const started = Promise.withResolvers<void>();
  let isEnded = false;
  const work = new KeyedWork({
    work: async (_, signal) => {
      started.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      isEnded = true;
      return 1;
    },
    onError: unexpected,
  });
  const alive = setInterval(() => {}, 1000);
  work.add('a');
  await started.promise;
  clearInterval(alive);
  await work.stop();
  assert.ok(isEnded);
});

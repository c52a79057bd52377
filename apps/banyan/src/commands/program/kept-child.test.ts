import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChildProgram } from './child-program.ts';
import { keepChild } from './kept-child.ts';

/** Ends when it is told to, by its owner or by the test. */
function childOf(pid: number): ChildProgram & { readonly end: (how: string) => void } {
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  return { pid, report: undefined, ended, end, stop: async () => end('stopped') };
}

const SETTING = { signal: new AbortController().signal, mostRestarts: 2, restartMs: 0 };

test('one that ends is started again, and so is one that could not be started', async () => {
  const first = childOf(1);
  const children = [first, undefined, childOf(3)];
  const told: string[] = [];
  const { promise: restarted, resolve: onRestarted } = Promise.withResolvers<void>();
  const kept = await keepChild({
    ...SETTING,
    start: async () => children.shift() ?? Promise.reject(new Error('no memory')),
    onEnded: (how, failures) => told.push(`${how} (${failures})`),
    onRestarted,
  });
  first.end('killed');
  await restarted;
  assert.deepEqual(told, ['killed (1)', 'no memory (2)']);
  assert.equal(kept.current().pid, 3);
  await kept.stop();
});

test('one that ends again and again is given up', async () => {
  const kept = await keepChild({
    ...SETTING,
    start: async () => {
      const child = childOf(1);
      child.end('it ended');
      return child;
    },
    onEnded: () => {},
  });
  await assert.rejects(kept.broken, /^Error: it ended, again and again$/);
});

test('one that is told to end is not started again, nor left behind while it starts', async () => {
  const starts: AbortSignal[] = [];
  const first = childOf(1);
  const { promise: starting, resolve: onStarting } = Promise.withResolvers<void>();
  const kept = await keepChild({
    ...SETTING,
    start: (before, signal) => {
      starts.push(signal);
      if (before === undefined) return Promise.resolve(first);
      onStarting();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
    onEnded: () => {},
  });
  first.end('killed');
  await starting;
  await kept.stop();
  await assert.rejects(kept.broken, { name: 'AbortError' });
  assert.equal(starts.length, 2);
});

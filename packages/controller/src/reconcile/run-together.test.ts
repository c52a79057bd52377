import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { runTogether } from './run-together.ts';

const untilAborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};

test('all run until the signal aborts', async () => {
  const stop = new AbortController();
  const ended: string[] = [];
  const part = (name: string) => async (signal: AbortSignal) => {
    await untilAborted(signal);
    ended.push(name);
  };
  const running = runTogether([part('a'), part('b')], stop.signal);
  stop.abort();
  await running;
  assert.deepEqual(ended, ['a', 'b']);
});

test('one that fails stops the others, and its failure is told when they have ended', async () => {
  let hasEnded = false;
  const patient = async (signal: AbortSignal) => {
    await untilAborted(signal);
    await new Promise(setImmediate);
    hasEnded = true;
  };
  const failing = () => Promise.reject(new Error('broken'));
  const complaining = async (signal: AbortSignal) => {
    await untilAborted(signal);
    throw new Error('stopped');
  };
  await assert.rejects(runTogether([complaining, patient, failing], new AbortController().signal), /broken/);
  assert.equal(hasEnded, true);
});

test('what fails because of the stop is no failure', async () => {
  const throwing = (signal: AbortSignal) => Promise.resolve().then(() => signal.throwIfAborted());
  await runTogether([throwing], AbortSignal.abort());
});

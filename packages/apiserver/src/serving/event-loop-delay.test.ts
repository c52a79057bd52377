import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { EventLoopDelay } from './event-loop-delay.ts';

test('the delay is watched as long as one of several asks for it', async () => {
  const [first, second] = [new EventLoopDelay(), new EventLoopDelay()];
  first.start();
  first.start();
  second.start();
  first.stop();
  first.stop();
  try {
    await eventually('a delay', () => second.p99Seconds() > 0);
  } finally {
    second.stop();
  }
  assert.ok(second.p99Seconds() > 0);
});

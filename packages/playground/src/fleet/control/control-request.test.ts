import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readControlRequest } from './control-request.ts';
import { controlSocketPath } from './socket-path.ts';

const members = ['a'];

test('requests are read as they were meant', () => {
  for (const request of [
    { members, command: 'status' },
    { members, command: 'flap', periodMs: 10, mode: 'hang' },
    { members, command: 'clock', offsetMs: -5 },
    { members, command: 'errors', status: 500, share: 0.5, retryAfterSeconds: 2 },
    { members, command: 'node-down', nodes: ['n'] },
  ]) {
    assert.deepEqual(readControlRequest(JSON.stringify(request)), request);
  }
});

test('requests that make no sense are refused', () => {
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    [null, /JSON object/],
    [{ command: 'status' }, /members is not a list/],
    [{ members, command: 'explode' }, /there is no command "explode"/],
    [{ members, command: 'slow', delayMs: 'long' }, /delayMs is not a number/],
    [{ members, command: 'slow', delayMs: -1 }, /delayMs is not a number/],
    [{ members, command: 'flap', periodMs: 0, mode: 'hang' }, /periodMs/],
    [{ members, command: 'node-up', nodes: [1] }, /nodes is not a list/],
  ];
  for (const [request, words] of wrong)
    assert.throws(() => readControlRequest(JSON.stringify(request)), words);
});

test('a folder whose socket could have no name is refused in words', () => {
  assert.throws(() => controlSocketPath(`/tmp/${'deep/'.repeat(30)}`), /choose a folder with a shorter path/);
});

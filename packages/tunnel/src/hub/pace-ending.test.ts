import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { paceEnding } from './pace-ending.ts';

test('who begins to listen meanwhile hears of the end in turn; others at once', async () => {
  const socket = new PassThrough();
  const heard: string[] = [];
  socket.on('close', () => heard.push('close, at once'));
  paceEnding(socket, () => {
    socket.on('end', () => heard.push('end'));
    socket.on('close', function (this: unknown) {
      heard.push(`close of ${this === socket ? 'it' : 'another'}`);
    });
    socket.on('data', () => heard.push('data'));
  });
  socket.end('x');
  await eventually('heard', () => heard.length === 4);
  assert.deepEqual(heard, ['data', 'close, at once', 'end', 'close of it']);
});

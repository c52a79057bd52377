import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Http1Wire } from './http1-wire.ts';
import type { ResponseReceiver } from './wire.ts';

test('requests that wait for a connection that cannot be made all fail, and nothing else does', async () => {
  const wire = new Http1Wire({
    origin: 'http://nobody.invalid',
    maxConnections: 1,
    open: () => Promise.reject(new Error('nobody there')),
  });
  const request = { method: 'GET', path: '/', headers: {} };
  const words = await Promise.all(
    [1, 2, 3].map(
      () =>
        new Promise<string>((resolve) =>
          wire.exchange(
            request,
            failing((error) => resolve(error.message)),
          ),
        ),
    ),
  );
  assert.deepEqual(words, ['nobody there', 'nobody there', 'nobody there']);
  // An error that nobody awaits would come by now.
  await nextTurn();
  await wire.destroy(new Error('the test is over'));
});

function failing(onError: (error: Error) => void): ResponseReceiver {
  const unexpected = () => assert.fail('there is no answer');
  return { onStart: () => {}, onHeaders: unexpected, onData: unexpected, onEnd: unexpected, onError };
}

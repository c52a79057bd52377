import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseKubeletUrl } from './kubelet-request.ts';

test('a request is read from its path and parameters', () => {
  const { action, pod, container, command, isTerminal } = parseKubeletUrl(
    '/exec/n/p/c?command=sh&command=-c&command=a+b&tty=1',
  );
  assert.deepEqual(
    { action, pod, container, command, isTerminal },
    {
      action: 'exec',
      pod: { namespace: 'n', name: 'p' },
      container: 'c',
      command: ['sh', '-c', 'a b'],
      isTerminal: true,
    },
  );
  assert.deepEqual(parseKubeletUrl('/portForward/n/p?port=80%2C81').ports, [80, 81]);
  assert.deepEqual(parseKubeletUrl('/portForward/n/p').ports, []);
});

test('what is no request of the API server is not found', () => {
  for (const path of ['/', '/pods', '/exec/n', '/run/n/p/c'])
    assert.throws(() => parseKubeletUrl(path), { name: 'RequestRefused', code: 404 }, path);
});

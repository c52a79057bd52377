import assert from 'node:assert/strict';
import type { Duplex } from 'node:stream';
import { test } from 'node:test';
import { KubeClient } from './kube-client.ts';
import { startTestServer } from './test-server.ts';

const REQUEST = { path: '/attach', protocols: ['some.v1'], signal: new AbortController().signal };

/** A server that refuses every upgrade with these lines of headers, and notes what clients offer by ALPN. */
async function startRefusing(...headers: string[]) {
  const offered: string[][] = [];
  const ALPNCallback = ({ protocols }: { protocols: string[] }): string => {
    offered.push(protocols);
    return 'http/1.1';
  };
  const server = await startTestServer(() => undefined, { kind: 'tls-http1', tls: { ALPNCallback } });
  const lines = ['HTTP/1.1 503 Service Unavailable', 'Content-Length: 0', ...headers];
  server.server.on('upgrade', (_request: unknown, socket: Duplex) =>
    socket.end(`${lines.join('\r\n')}\r\n\r\n`),
  );
  return { ...server, offered };
}

test('who comes is announced by ALPN, and HTTP/1.1 spoken', async () => {
  await using server = await startRefusing();
  const client = new KubeClient(server.connection);
  await assert.rejects(client.webSocket({ ...REQUEST, announces: 'some.v1' }), { httpStatus: 503 });
  await assert.rejects(client.webSocket(REQUEST), { httpStatus: 503 });
  assert.deepEqual(server.offered, [['http/1.1', 'some.v1'], ['http/1.1']]);
  await client.close();
});

test('a refusal that asks to come later says when', async () => {
  await using server = await startRefusing('Retry-After: 7');
  const client = new KubeClient(server.connection);
  await assert.rejects(client.webSocket(REQUEST), { httpStatus: 503, retryAfterMs: 7_000 });
  await client.close();
});

import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { Discovery } from '../discovery/discovery.ts';
import { isAborted } from '../errors/error-predicates.ts';
import { abortable } from './abortable.ts';
import { KubeClient } from './kube-client.ts';
import { startTestServer } from './test-server.ts';

const NODES = { group: '', version: 'v1', resource: 'nodes' };

test('work that fails after its waiter was gone from the start ends no process', async () => {
  const work = Promise.withResolvers<never>();
  await assert.rejects(abortable(work.promise, AbortSignal.abort()), { name: 'AbortError' });
  work.reject(new Error('nobody listens'));
  await new Promise((resolve) => setImmediate(resolve)); // An unhandled rejection would fail this test.
  const client = new KubeClient({ name: 'gone', server: 'https://127.0.0.1:1' });
  await assert.rejects(new Discovery({ client }).mapper(AbortSignal.abort()));
  await client.close();
});

test('a request whose signal has aborted already ends at once, also when all connections are taken', async () => {
  const asked = Promise.withResolvers<void>();
  await using server = await startTestServer(() => asked.resolve());
  const client = new KubeClient(server.connection, { maxConnections: 1 });
  const slow = client.get(NODES, { name: 'slow' }, { timeoutMs: 0 });
  slow.catch(() => undefined);
  await asked.promise;
  const late = client.get(NODES, { name: 'x' }, { signal: AbortSignal.abort(), timeoutMs: 0 });
  await assert.rejects(late, (error) => isAborted(error));
  await client.close();
});

test('an answer to HEAD on the stream pool is whole without the body whose length it tells', async () => {
  await using server = await startTestServer((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.end();
  });
  const client = new KubeClient(server.connection);
  const { status, body } = await client.request({ method: 'HEAD', path: '/x', pool: 'stream' });
  assert.equal(status, 200);
  assert.equal((await buffer(body)).length, 0);
  await client.close();
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { CaseWatch } from './case-watch.ts';

const line = (type: string, name: string, annotations = {}) =>
  `${JSON.stringify({ type, object: { metadata: { name, annotations } } })}\n`;
const INITIAL_END = line('BOOKMARK', 'end', { 'k8s.io/initial-events-end': 'true' });

/** A watch on a server that writes these chunks, and ends the stream if asked to. */
async function watching(chunks: readonly string[], { status = 200, ends = true } = {}) {
  let stream: ServerResponse | undefined;
  const server = createServer((_, response) => {
    stream = response.writeHead(status);
    for (const chunk of chunks) response.write(chunk);
    if (ends) response.end();
    else response.flushHeaders();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const abort = new AbortController();
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(get({ port, signal: abort.signal }), 'response')) as [IncomingMessage];
  return {
    watch: new CaseWatch(response, abort),
    write: (text: string) => stream?.write(text),
    [Symbol.asyncDispose]: async () => {
      abort.abort();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const typesOf = (events: readonly unknown[]) => events.map((event) => (event as { type: string }).type);

describe('a case’s watch', () => {
  test('records only the events that the case waits for', async () => {
    await using served = await watching([line('ADDED', 'a'), line('MODIFIED', 'a'), line('DELETED', 'a')]);
    assert.deepEqual(typesOf(await served.watch.next(2)), ['ADDED', 'MODIFIED']);
    assert.deepEqual(typesOf(served.watch.recorded), ['ADDED', 'MODIFIED']);
  });

  test('puts events together that arrive in pieces', async () => {
    const text = line('ADDED', 'é') + line('DELETED', 'b');
    await using served = await watching([text.slice(0, 5), text.slice(5, 40), text.slice(40)]);
    assert.deepEqual(typesOf(await served.watch.end()), ['ADDED', 'DELETED']);
  });

  test('waits for events that are not there yet', async () => {
    await using served = await watching([], { ends: false });
    const events = served.watch.next(1);
    served.write(line('ADDED', 'a'));
    assert.deepEqual(typesOf(await events), ['ADDED']);
  });

  test('keeps bookmarks that only time decides apart, and counts the one that ends the initial events', async () => {
    const chunks = [line('BOOKMARK', 'timed'), line('ADDED', 'a'), INITIAL_END, line('BOOKMARK', 'timed')];
    await using served = await watching(chunks);
    assert.deepEqual(typesOf(await served.watch.end()), ['ADDED', 'BOOKMARK']);
    assert.equal((await served.watch.bookmark()).object.metadata?.name, 'timed');
    assert.equal(served.watch.recorded.length, 3);
  });

  test('fails when the stream ends before the events that it waits for', async () => {
    await using served = await watching([line('ADDED', 'a')]);
    await assert.rejects(served.watch.next(2), /ended after 1 events/);
    await assert.rejects(served.watch.bookmark(), /without a bookmark/);
  });

  test('gives the body of a refusal', async () => {
    await using served = await watching(['no ', 'way'], { status: 403 });
    assert.equal(served.watch.isStream, false);
    assert.equal(await served.watch.text(), 'no way');
  });

  test('shows a line that is no JSON as what it is', async () => {
    await using served = await watching(['oops\n']);
    assert.deepEqual(await served.watch.next(1), [{ type: '(not JSON)', object: { line: 'oops' } }]);
  });
});

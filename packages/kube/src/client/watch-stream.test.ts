import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAborted, isExpired, isUnreachable, type WatchEvent } from '../index.ts';
import { KubeClient } from './kube-client.ts';
import { startTestServer, statusBody } from './test-server.ts';
import { readWatchLines } from './watch-stream.ts';

const PODS = { group: '', version: 'v1', resource: 'pods' };
const EVENTS = ['ADDED', 'MODIFIED', 'DELETED'].map((type, index) => ({
  type,
  object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: `pod-${index}`, labels: { é: '✓' } } },
}));
const STREAM = Buffer.from(EVENTS.map((event) => `${JSON.stringify(event)}\n`).join(''));

async function readAll<T>(source: AsyncIterable<T>): Promise<{ items: T[]; error: unknown }> {
  const items: T[] = [];
  try {
    for await (const item of source) items.push(item);
    return { items, error: undefined };
  } catch (error) {
    return { items, error };
  }
}

function completeIn(bytes: Buffer): number {
  return bytes.filter((byte) => byte === 0x0a).length;
}

describe('a watch', () => {
  it('cut at any byte gives every complete event, and then the error', async () => {
    for (let at = 0; at <= STREAM.length; at += 1) {
      const torn = async function* (): AsyncGenerator<Buffer> {
        yield STREAM.subarray(0, at);
        throw new Error('cut');
      };
      const { items, error } = await readAll(readWatchLines(torn(), 10_000));
      assert.equal(items.length, completeIn(STREAM.subarray(0, at)), `cut at ${at}`);
      assert.match(String(error), /cut/);
    }
  });

  for (const kind of ['tls', 'tls-http1', 'plain'] as const) {
    it(`ended by the server in the middle of an event gives the events before it (${kind})`, async () => {
      for (const at of [0, 1, STREAM.indexOf(10), STREAM.indexOf(10) + 1, STREAM.length - 1, STREAM.length]) {
        await using server = await startTestServer(
          (_request, response) => {
            response.end(STREAM.subarray(0, at));
          },
          { kind },
        );
        const client = new KubeClient(server.connection);
        const { items, error } = await readAll(client.watch(PODS, { signal: new AbortController().signal }));
        assert.equal(error, undefined);
        assert.deepEqual(items, EVENTS.slice(0, completeIn(STREAM.subarray(0, at))));
        await client.close();
      }
    });

    it(`whose connection is lost gives the events before that, and isUnreachable (${kind})`, async () => {
      await using server = await startTestServer(
        (_request, response) => {
          response.write(STREAM.subarray(0, STREAM.length - 5));
        },
        { kind },
      );
      const client = new KubeClient(server.connection);
      const seen: WatchEvent[] = [];
      const watching = async (): Promise<void> => {
        for await (const event of client.watch(PODS, { signal: new AbortController().signal })) {
          seen.push(event);
          if (seen.length === 2) for (const socket of server.sockets) socket.destroy();
        }
      };
      await assert.rejects(watching(), isUnreachable);
      assert.deepEqual(seen, EVENTS.slice(0, 2));
      await client.close();
    });

    it(`that nobody reads holds the server back (${kind})`, async () => {
      const line = `${JSON.stringify({ type: 'ADDED', object: { data: 'x'.repeat(1000) } })}\n`;
      let written = 0;
      const { promise: stalled, resolve } = Promise.withResolvers<void>();
      await using server = await startTestServer(
        (_request, response) => {
          const fill = (): void => {
            while (response.write(line)) written += line.length;
            resolve();
            response.once('drain', fill);
          };
          fill();
        },
        { kind },
      );
      const client = new KubeClient(server.connection);
      const events = client.watchLines(PODS, { signal: AbortSignal.timeout(300_000) });
      assert.equal((await events.next()).value?.length, line.length - 1);
      await stalled;
      // The server may write until windows and buffers are full, and then no more.
      let before = -1;
      while (before !== written) {
        before = written;
        for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      }
      assert.ok(written < 24 * 1024 * 1024, `${written} bytes were taken from the server`);
      await events.return();
      await client.close();
    });
  }

  it('asks for what it is told to', async () => {
    await using server = await startTestServer((_request, response) => void response.end());
    const client = new KubeClient(server.connection);
    const options = {
      namespace: 'ns',
      labelSelector: 'a=b',
      fieldSelector: 'spec.nodeName=n',
      resourceVersion: '7',
      resourceVersionMatch: 'NotOlderThan',
      allowBookmarks: true,
      sendInitialEvents: true,
      timeoutSeconds: 300,
      metadataOnly: true,
      signal: new AbortController().signal,
    } as const;
    await readAll(client.watch(PODS, options));
    const url = new URL(server.requests[0]?.url ?? '', 'https://x');
    assert.equal(url.pathname, '/api/v1/namespaces/ns/pods');
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      watch: 'true',
      labelSelector: 'a=b',
      fieldSelector: 'spec.nodeName=n',
      resourceVersion: '7',
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: 'true',
      sendInitialEvents: 'true',
      timeoutSeconds: '300',
    });
    assert.match(server.requests[0]?.headers.accept ?? '', /as=PartialObjectMetadata;/);
    await client.close();
  });

  it('throws the Status of an ERROR event', async () => {
    const expired = statusBody(410, 'Expired', 'too old resource version: 1 (2)');
    await using server = await startTestServer((_request, response) => {
      response.write(`${JSON.stringify({ type: 'ERROR', object: expired })}\n`);
    });
    const client = new KubeClient(server.connection);
    const { error } = await readAll(client.watch(PODS, { signal: new AbortController().signal }));
    assert.ok(isExpired(error));
    await client.close();
  });

  for (const line of ['not json', '17', '{"type":"OTHER","object":{}}', '{"type":"ERROR","object":{}}']) {
    it(`throws BadResponse for ${line}`, async () => {
      await using server = await startTestServer((_request, response) => void response.write(`${line}\n`));
      const client = new KubeClient(server.connection);
      const { error } = await readAll(client.watch(PODS, { signal: new AbortController().signal }));
      assert.equal((error as { code: string }).code, 'BadResponse');
      await client.close();
    });
  }

  it('ends with isAborted by the signal while it waits for an event', async () => {
    await using server = await startTestServer((_request, response) => void response.write(STREAM));
    const client = new KubeClient(server.connection);
    const stop = new AbortController();
    let seen = 0;
    const watching = async (): Promise<void> => {
      for await (const _event of client.watch(PODS, { signal: stop.signal })) {
        seen += 1;
        if (seen === EVENTS.length) stop.abort();
      }
    };
    await assert.rejects(watching(), isAborted);
    await client.close();
  });

  it('lets its stream go when the reader breaks off', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    await using server = await startTestServer((_request, response) => {
      response.once('close', resolve);
      response.write(STREAM);
    });
    const client = new KubeClient(server.connection);
    for await (const _event of client.watch(PODS, { signal: AbortSignal.timeout(300_000) })) break;
    await closed;
    await client.close();
  });
});

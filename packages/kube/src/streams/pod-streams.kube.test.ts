import { startCluster, KWOK_LOG_LINES, type Cluster } from '@banyan/testing';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import {
  attachToPod,
  execInPod,
  forwardPort,
  isAborted,
  isForbidden,
  isNotFound,
  KubeClient,
  loadConnection,
  type PodStreamOptions,
} from '../index.ts';

const PODS = { group: '', version: 'v1', resource: 'pods' };

describe('streams to a pod through the real API server', () => {
  let cluster: Cluster;
  let client: KubeClient;
  const web = (): PodStreamOptions => ({
    namespace: 'default',
    pod: 'web',
    signal: AbortSignal.timeout(300_000),
  });

  before(async () => {
    cluster = await startCluster({ controllers: true, kwokNodes: 1 });
    client = new KubeClient(await loadConnection({ path: cluster.kubeconfig, env: {} }));
    await client.create(PODS, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', namespace: 'default' },
      spec: { nodeName: 'node-1', containers: [{ name: 'main', image: 'none' }] },
    });
    await cluster.until('the pod runs', async () => {
      const pod = await client.get(PODS, { namespace: 'default', name: 'web' });
      return (pod['status'] as { phase?: string }).phase === 'Running';
    });
  });

  after(async () => {
    await client?.close();
    await cluster?.stop();
  });

  it('runs a command and gives its output and exit code 0', async () => {
    const process = await execInPod(client, { ...web(), command: ['sh', '-c', 'echo out; echo err >&2'] });
    const [stdout, stderr, exitCode] = await Promise.all([
      text(process.stdout),
      text(process.stderr),
      process.exitCode,
    ]);
    assert.deepEqual({ stdout, stderr, exitCode }, { stdout: 'out\n', stderr: 'err\n', exitCode: 0 });
  });

  // Kwok answers a failed command with an error in place of its exit code, and never ends its input; kubectl
  // sees the same. What a kubelet does is in remote-process.test.ts.
  it('throws what the node says of a command that fails', async () => {
    const process = await execInPod(client, { ...web(), command: ['sh', '-c', 'exit 7'] });
    await assert.rejects(process.exitCode, /exit status 7/);
  });

  it('hands standard input on', async () => {
    const process = await execInPod(client, { ...web(), command: ['head', '-c', '10'], stdin: true });
    process.stdin.end('to and fro');
    assert.equal(await text(process.stdout), 'to and fro');
    assert.equal(await process.exitCode, 0);
  });

  it('gives every byte of a large output to a reader that starts late', async () => {
    const command = ['sh', '-c', 'head -c 8000000 /dev/zero'];
    const process = await execInPod(client, { ...web(), command });
    // The reader's own buffer is full and the rest waits in the connection.
    await once(process.stdout, 'readable');
    assert.equal(await sizeOf(process.stdout), 8_000_000);
    assert.equal(await process.exitCode, 0);
  });

  it("throws the server's Status for a container that does not exist", async () => {
    await assert.rejects(
      execInPod(client, { ...web(), container: 'other', command: ['true'] }),
      (error: Error) => error.message.includes('container other is not valid for pod web'),
    );
  });

  it('throws isNotFound for a pod that does not exist', async () => {
    await assert.rejects(execInPod(client, { ...web(), pod: 'none', command: ['true'] }), isNotFound);
  });

  it('throws isForbidden for someone without the right', async () => {
    const impersonate = { user: 'nobody' };
    await assert.rejects(execInPod(client, { ...web(), impersonate, command: ['true'] }), isForbidden);
  });

  it('ends a command with the signal', async () => {
    const stop = new AbortController();
    const process = await execInPod(client, { ...web(), signal: stop.signal, command: ['sleep', '600'] });
    stop.abort();
    await assert.rejects(process.exitCode, isAborted);
  });

  it('follows logs', async () => {
    const stop = new AbortController();
    const response = await client.request({
      method: 'GET',
      path: '/api/v1/namespaces/default/pods/web/log?follow=true',
      signal: stop.signal,
      pool: 'stream',
    });
    assert.equal(response.status, 200);
    let seen = '';
    const follow = async (): Promise<void> => {
      for await (const chunk of response.body.setEncoding('utf8') as AsyncIterable<string>) {
        seen += chunk;
        if (seen.includes('third line')) stop.abort();
      }
    };
    await assert.rejects(follow(), isAborted);
    assert.equal(seen, KWOK_LOG_LINES.map((line) => `${line}\n`).join(''));
  });

  it('attaches to a running container', async () => {
    const attached = await attachToPod(client, web());
    attached.stderr.resume();
    const seen = once(attached.stdout, 'data') as Promise<[Buffer]>;
    let heard = false;
    const listening = seen.then(() => {
      heard = true;
    });
    const line = 'echo "2026-01-01T00:01:00.000000000Z stdout F said later" >> container.log';
    await cluster.until('a line written after the attach is heard', async () => {
      const writer = await execInPod(client, { ...web(), command: ['sh', '-c', line] });
      writer.stdout.resume();
      await writer.exitCode;
      return heard;
    });
    await listening;
    assert.match((await seen)[0].toString(), /said later/);
    attached.stdout.destroy();
  });

  it('forwards a port in both directions', async () => {
    const stream = await forwardPort(client, { ...web(), port: 8080 });
    const sent = Buffer.alloc(3_000_000, 'banyan');
    stream.write(sent);
    const received: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      received.push(chunk);
      size += chunk.length;
      if (size >= sent.length) break;
    }
    assert.ok(Buffer.concat(received).equals(sent));
  });

  it('opens a connection of its own for each forward', async () => {
    const streams = await Promise.all([1, 2, 3].map(() => forwardPort(client, { ...web(), port: 8080 })));
    const answers = streams.map(async (stream, index) => {
      stream.write(`${index}`);
      const [chunk] = (await once(stream, 'data')) as [Buffer];
      stream.destroy();
      return chunk.toString();
    });
    assert.deepEqual(await Promise.all(answers), ['0', '1', '2']);
  });

  it('ends a forward with the signal', async () => {
    const stop = new AbortController();
    const stream = await forwardPort(client, { ...web(), signal: stop.signal, port: 8080 });
    stop.abort();
    await assert.rejects(text(stream), isAborted);
  });
});

async function sizeOf(stream: Readable): Promise<number> {
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) size += chunk.length;
  return size;
}

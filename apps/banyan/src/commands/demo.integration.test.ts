import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { KubeClient, loadConnection } from '@banyan/kube';
import { eventually, freePort } from '@banyan/testing';
import {
  demoFolder,
  processesIn,
  runBanyan,
  startBanyan,
  type BanyanProcess,
} from './demo-folder/banyan-process-fixture.ts';
import type { Holder } from './demo-folder/folder-lock.ts';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
const SMALL = ['--members', '1', '--nodes', '1'];

async function startDemo(dir: string): Promise<BanyanProcess> {
  const demo = startBanyan(['demo', '--dir', dir, ...SMALL]);
  await eventually('the demo is up', () => demo.output().includes('Ctrl-C'));
  return demo;
}

async function clientOf(dir: string, cluster: string): Promise<KubeClient> {
  return new KubeClient(await loadConnection({ path: join(dir, `${cluster}.kubeconfig`), env: {} }));
}

async function nothingRunsIn(dir: string): Promise<void> {
  await eventually(`nothing runs in ${dir}`, () => processesIn(dir).length === 0);
}

/** One that is in use until the test is over, while the one before it is free. */
async function takenPort(t: TestContext): Promise<number> {
  for (;;) {
    const port = (await freePort()) + 1;
    const taken = createServer().listen(port, '127.0.0.1');
    t.after(() => taken.close());
    const isTaken = await once(taken, 'listening').then(
      () => true,
      () => false,
    );
    if (isTaken) return port;
  }
}

test('banyan demo --once checks what it shows and leaves nothing behind', async () => {
  const { code, output } = await runBanyan(['demo', '--once', '--members', '2', '--nodes', '1']);
  assert.equal(code, 0, output);
  for (const line of [
    /^hub +v\d\S+ +0 +yes +https:\/\/127\.0\.0\.1:\d+ /m,
    /^member2 +v\d\S+ +1 +yes +https:/m,
    /^member1: a Deployment came up through the hub, and is gone again$/m,
    /^member2: a Deployment came up through the hub, and is gone again$/m,
    /^member1 +shop\/web +4 +hello from member1$/m,
    /^member2 +shop\/web +3 +hello from member2$/m,
    /^the sample app: its Subscription was deleted, and no member has anything of it$/m,
  ])
    assert.match(output, line);
  const dir = /members? in (\S+)/.exec(output)?.[1] ?? '';
  assert.equal(existsSync(dir), false);
  assert.deepEqual(processesIn(dir), []);
});

test('a demo keeps its state and its addresses from one start to the next', async (t) => {
  const dir = await demoFolder(t);
  const first = await startDemo(dir);
  for (const name of ['hub', 'member1'])
    assert.equal((await stat(join(dir, `${name}.kubeconfig`))).mode & 0o777, 0o600);
  const hubClient = await clientOf(dir, 'hub');
  await hubClient.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kept' } });
  await hubClient.close();
  await copyFile(join(dir, 'member1.kubeconfig'), join(dir, 'copy.kubeconfig'));

  const second = await runBanyan(['demo', '--dir', dir, ...SMALL]);
  assert.equal(second.code, 1);
  assert.equal(
    second.output,
    `banyan demo: a demo is running in ${dir} (process ${first.pid}): end it with banyan demo down, or choose another folder with --dir\n`,
  );
  process.kill(first.pid, 'SIGINT');
  assert.equal(await first.exited, 0);
  await nothingRunsIn(dir);

  const third = await startDemo(dir);
  const again = await clientOf(dir, 'hub');
  assert.equal((await again.get(NAMESPACES, { name: 'kept' })).metadata.name, 'kept');
  await again.close();
  const byOldCopy = await clientOf(dir, 'copy');
  assert.ok(await byOldCopy.get(NAMESPACES, { name: 'default' }));
  await byOldCopy.close();
  process.kill(third.pid, 'SIGTERM');
  assert.equal(await third.exited, 0);
  await nothingRunsIn(dir);
});

test('a demo that is interrupted while it starts says so and leaves nothing running', async (t) => {
  const dir = await demoFolder(t);
  for (const moment of [() => processesIn(dir).length > 1, () => existsSync(join(dir, 'hub.kubeconfig'))]) {
    const demo = startBanyan(['demo', '--dir', dir, '--members', '2']);
    await eventually('it is in the middle of its start', moment);
    process.kill(demo.pid, 'SIGINT');
    const code = await demo.exited;
    if (!demo.output().includes('Ctrl-C')) {
      assert.equal(code, 1);
      assert.match(demo.output(), /ended before it was ready; nothing is left running\n$/);
    }
    await nothingRunsIn(dir);
  }
});

test('a demo that was killed takes its parts with it, and the next one starts', async (t) => {
  const dir = await demoFolder(t);
  const killed = await startDemo(dir);
  process.kill(killed.pid, 'SIGKILL');
  await killed.exited;
  const next = await startDemo(dir);
  process.kill(next.pid, 'SIGTERM');
  assert.equal(await next.exited, 0);
  await nothingRunsIn(dir);
});

test('the members are registered by agents; one that is killed is started again, and its member is reached again', async (t) => {
  const dir = await demoFolder(t);
  const hub = ['--kubeconfig', join(dir, 'hub.kubeconfig')];
  const demo = await startDemo(dir);
  const listed = await runBanyan(['clusters', ...hub]);
  assert.match(listed.output, /^member1 +[0-9a-f-]{36} +Dual +v1\.\S+ +True +1\/1 /m);
  const [, pid = ''] = /kill -9 (\d+) +\(the agent of member1/.exec(demo.output()) ?? [];
  process.kill(Number(pid), 'SIGKILL');
  const childrenNow = async () =>
    (JSON.parse(await readFile(join(dir, 'running.json'), 'utf8')) as Holder).children;
  await eventually('another agent is there', async () => {
    const children = await childrenNow();
    return children.length === 3 && !children.includes(Number(pid));
  });
  await eventually('it is reached again', async () => {
    const nodes = await runBanyan(['get', '--cluster', 'member1', ...hub, 'nodes', '-o', 'name']);
    return nodes.output === 'node/member1-node-1\n';
  });
  process.kill(demo.pid, 'SIGTERM');
  assert.equal(await demo.exited, 0);
  await nothingRunsIn(dir);
});

test('a demo starts again without a member that was let go, and says how it comes back', async (t) => {
  const dir = await demoFolder(t);
  const hub = ['--kubeconfig', join(dir, 'hub.kubeconfig')];
  const first = await startDemo(dir);
  assert.equal((await runBanyan(['unjoin', 'member1', ...hub])).code, 0);
  const log = () => readFile(join(dir, 'member1-agent.log'), 'utf8');
  await eventually('its agent is refused', async () => (await log()).includes('was let go'));
  process.kill(first.pid, 'SIGTERM');
  assert.equal(await first.exited, 0);

  const second = await startDemo(dir);
  assert.match(second.output(), /^ {2}member1: the hub refused it: .* was let go .*banyan approve member1$/m);
  assert.equal((await runBanyan(['approve', 'member1', ...hub])).code, 0);
  await eventually('it is back', async () => / True /.test((await runBanyan(['clusters', ...hub])).output));
  process.kill(second.pid, 'SIGTERM');
  assert.equal(await second.exited, 0);
});

test('a part that dies ends the demo in words', async (t) => {
  const dir = await demoFolder(t);
  const demo = await startDemo(dir);
  const { children } = JSON.parse(await readFile(join(dir, 'running.json'), 'utf8')) as Holder;
  process.kill(children[1] ?? 0, 'SIGKILL');
  assert.equal(await demo.exited, 1);
  assert.match(demo.output(), /demo: the process of the members has ended by SIGKILL/);
  await nothingRunsIn(dir);
});

test('a port that is in use is named, and nothing is left running', async (t) => {
  const dir = await demoFolder(t);
  const port = await takenPort(t);
  for (const asked of [port, port - 1]) {
    const { code, output } = await runBanyan(['demo', '--dir', dir, ...SMALL, '--port', String(asked)]);
    assert.equal(code, 1);
    assert.ok(output.endsWith(`banyan demo: port ${port} is in use; choose another with --port\n`), output);
    await nothingRunsIn(dir);
  }
});

test('in the background: reached from another terminal, ended by down, removed by --purge', async (t) => {
  const dir = await demoFolder(t);
  await writeFile(join(dir, 'mine.txt'), 'not of the demo');
  const up = await runBanyan(['demo', '--detach', '--output', 'json', '--dir', dir, ...SMALL]);
  assert.equal(up.code, 0, up.output);
  assert.match(up.output, /\{"clusters":\[\{"name":"hub",.*\{"name":"member1",/);

  const cut = await runBanyan(['playground', 'cut', 'member1', '--dir', dir]);
  assert.match(cut.output, /^member1 .* cut off \(refused\)$/m);
  const healed = await runBanyan(['playground', 'heal', '--dir', dir, '-o', 'json']);
  assert.deepEqual((JSON.parse(healed.output) as { members: { faults: string[] }[] }).members[0]?.faults, []);
  const wrong = await runBanyan(['playground', 'cut', 'nobody', '--dir', dir]);
  assert.deepEqual(wrong, {
    code: 1,
    output: 'banyan playground: there is no member "nobody"; there are: member1\n',
  });

  const down = await runBanyan(['demo', 'down', '--dir', dir]);
  assert.deepEqual(down, { code: 0, output: `the demo in ${dir} has ended\n` });
  await nothingRunsIn(dir);
  const gone = await runBanyan(['playground', 'status', '--dir', dir]);
  assert.equal(gone.code, 1);
  assert.match(
    gone.output,
    /no playground is running in .*: start one with banyan demo or banyan playground up/,
  );

  const purged = await runBanyan(['demo', 'down', '--purge', '--dir', dir]);
  assert.equal(purged.code, 0);
  assert.equal(existsSync(join(dir, 'hub')), false);
  assert.equal(existsSync(join(dir, 'member1.kubeconfig')), false);
  assert.ok(existsSync(join(dir, 'mine.txt')));
});

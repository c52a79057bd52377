import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { isUnreachable, KubeClient, loadConnection } from '@banyan/kube';
import { eventually } from '@banyan/testing';
import { demoFolder, processesIn, runBanyan, startBanyan } from './demo-folder/banyan-process-fixture.ts';

const NODES = { group: '', version: 'v1', resource: 'nodes' };

test('banyan playground up: members until a signal, steered from another terminal', async (t) => {
  const dir = await demoFolder(t);
  const up = startBanyan(['playground', 'up', '--members', '2', '--nodes', '1', '--dir', dir]);
  await eventually('they are up', () => up.output().includes('Ctrl-C'));
  const client = new KubeClient(await loadConnection({ path: join(dir, 'member2.kubeconfig'), env: {} }));
  t.after(() => client.close());
  assert.equal((await client.list(NODES, {})).items[0]?.metadata.name, 'member2-node-1');
  await runBanyan(['playground', 'cut', 'member2', '--dir', dir]);
  await assert.rejects(client.list(NODES, {}), isUnreachable);
  await runBanyan(['playground', 'heal', 'member2', '--dir', dir]);
  assert.equal((await client.list(NODES, {})).items.length, 1);
  const status = await runBanyan(['playground', 'status', '--dir', dir]);
  assert.match(status.output, /^member1 +v\S+ +1\/1 +https:\S+ +none$/m);
  process.kill(up.pid, 'SIGTERM');
  assert.equal(await up.exited, 0);
});

test('banyan playground up --detach and down', async (t) => {
  const dir = await demoFolder(t);
  const up = await runBanyan([
    'playground',
    'up',
    '--members',
    '1',
    '--nodes',
    '0',
    '--dir',
    dir,
    '--detach',
  ]);
  assert.equal(up.code, 0, up.output);
  assert.match(up.output, /^member1 /m);
  const second = await runBanyan(['playground', 'up', '--dir', dir, '--detach']);
  assert.equal(second.code, 1);
  assert.match(second.output, /a playground is running in /);
  const wrongName = await runBanyan(['demo', 'down', '--dir', dir]);
  assert.match(wrongName.output, /a playground is running: end it with banyan playground down/);
  const down = await runBanyan(['playground', 'down', '--dir', dir]);
  assert.equal(down.output, `the playground in ${dir} has ended\n`);
  await eventually('it is gone', () => processesIn(dir).length === 0);
});

test('wrong use is exit code 2, with what to look at', async () => {
  assert.deepEqual(await runBanyan(['playground', 'explode']), {
    code: 2,
    output: 'banyan playground: there is no command "explode"; see banyan playground --help\n',
  });
  assert.equal((await runBanyan(['playground', '--help'])).code, 0);
});

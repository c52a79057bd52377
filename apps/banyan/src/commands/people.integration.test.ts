import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { parse } from 'yaml';
import { runBanyan, startBanyan } from './demo-folder/banyan-process-fixture.ts';
import { isListedReady, joinWithAgent, startHub, startMember, temporaryFolder } from './hub/hub-fixture.ts';

test('what people do with a hub, from the terminal', async (t) => {
  const dir = await temporaryFolder(t);
  const [hub, paris, rome] = await Promise.all([
    startHub(t, dir, ['--approve=manual']),
    startMember(t, dir, 'paris'),
    startMember(t, dir, 'rome'),
  ]);
  const { kubeconfig } = hub;
  const banyan = (...args: string[]) => runBanyan([...args, '--kubeconfig', kubeconfig]);

  await t.test('tokens are made, listed without their secrets, and taken back', async () => {
    const { code, output } = await banyan('token', 'create', '--ttl', '1h', '--description', 'for a test');
    const [, id = '', secret = ''] = /^([a-z0-9]{6})\.([a-z0-9]{16})\n$/.exec(output) ?? [];
    assert.equal(code, 0, output);
    const list = (await banyan('token', 'list')).output;
    assert.match(list, new RegExp(`^${id} +(60m|59m)\\S* +for a test$`, 'm'));
    assert.ok(!list.includes(secret));
    assert.deepEqual(await banyan('token', 'revoke', id), { code: 0, output: `${id}: revoked\n` });
    assert.equal((await banyan('token', 'list')).output, 'no tokens\n');
    const again = await banyan('token', 'revoke', id);
    assert.equal(again.code, 1);
    assert.match(again.output, /^banyan token: there is no join token with the id/);
    const yaml = parse((await runBanyan(['token', 'create', '-o', 'yaml'])).output) as { type?: string };
    assert.equal(yaml.type, 'bootstrap.kubernetes.io/token');
  });

  await t.test('a cluster with an agent waits until a person lets it in', async () => {
    assert.equal((await banyan('approve')).output, 'no cluster waits\n');
    await joinWithAgent(t, { hub, member: paris, name: 'paris' });
    await eventually('it asks', async () =>
      /^paris +[0-9a-f-]{36} +Dual/m.test((await banyan('approve')).output),
    );
    assert.equal((await banyan('clusters', '-o', 'name')).output.trim(), '');
    assert.deepEqual(await banyan('approve', 'paris'), { code: 0, output: 'paris: approved\n' });
    await eventually('it is ready', () => isListedReady(hub, 'paris'));
    const unknown = await banyan('approve', 'oslo');
    assert.equal(unknown.code, 1);
    assert.match(unknown.output, /^banyan approve: there is no request "oslo"/);
  });

  await t.test(
    'a cluster without an agent joins by its kubeconfig, and is reached through the hub',
    async () => {
      const watching = startBanyan(['clusters', '-w', '-o', 'name', '--kubeconfig', kubeconfig]);
      await eventually('it lists what is there', () => watching.output() === 'paris\n');
      const joined = await runBanyan([
        'join',
        'rome',
        '--kubeconfig',
        rome.kubeconfig,
        '--hub-kubeconfig',
        kubeconfig,
      ]);
      assert.equal(joined.code, 0, joined.output);
      assert.match(joined.output, /^rome: is a member\n[^]*rome: ready\n$/);
      await eventually('the watch tells of it', () => watching.output().includes('rome'));
      process.kill(watching.pid, 'SIGINT');
      assert.equal(await watching.exited, 0);
      assert.match(
        (await banyan('clusters', 'rome', '-o', 'wide')).output,
        / Push +v1\S+ +True +2\/2 +\S+ +kubeconfig /,
      );
      const nodes = await banyan('get', '--cluster', 'rome', 'nodes', '-o', 'name');
      assert.equal(nodes.output, 'node/rome-node-1\nnode/rome-node-2\n');
      const twice = await runBanyan([
        'join',
        'paris',
        '--kubeconfig',
        rome.kubeconfig,
        '--hub-kubeconfig',
        kubeconfig,
      ]);
      assert.equal(twice.code, 1);
      assert.match(twice.output, /^banyan join: .*(taken|already)/);
    },
  );

  await t.test('members are shown as scripts like them', async () => {
    const list = JSON.parse((await banyan('clusters', '-o', 'json')).output) as { items: { kind: string }[] };
    assert.deepEqual(
      list.items.map(({ kind }) => kind),
      ['ManagedCluster', 'ManagedCluster'],
    );
    assert.equal((await banyan('clusters', '-o', 'name')).output, 'paris\nrome\n');
    const missing = await banyan('clusters', 'oslo');
    assert.deepEqual(missing, {
      code: 1,
      output: 'banyan clusters: there is no cluster oslo; see banyan clusters\n',
    });
  });

  await t.test("a member's context is added to the hub's kubeconfig", async () => {
    const merged = await banyan('kubeconfig', 'paris', '--merge');
    assert.equal(merged.code, 0, merged.output);
    const file = parse(await readFile(kubeconfig, 'utf8')) as {
      contexts: { name: string }[];
      users: unknown[];
    };
    assert.deepEqual([file.contexts.map(({ name }) => name), file.users.length], [['banyan', 'paris'], 1]);
    assert.equal((await stat(kubeconfig)).mode & 0o777, 0o600);
  });

  await t.test('the agent of a cluster can be had as manifests', async () => {
    const { code, output } = await runBanyan(['join', 'oslo', '--agent', '--hub-kubeconfig', kubeconfig]);
    assert.equal(code, 0, output);
    assert.match(output, /^kind: Deployment$/m);
    assert.match(output, /^ {2}regToken: \S*[a-z0-9]{6}\.[a-z0-9]{16}/m);
    assert.match(output, /is this machine's own address: elsewhere nobody reaches it; give --hub-url/);
  });

  await t.test('members leave, and nothing of them stays in the hub', async () => {
    for (const name of ['paris', 'rome']) {
      const left = await banyan('unjoin', name);
      assert.equal(left.code, 0, left.output);
      assert.match(left.output, new RegExp(`${name}: gone\\n$`));
    }
    assert.equal((await banyan('clusters')).output, 'no members yet: add one with banyan join\n');
    const namespaces = { group: '', version: 'v1', resource: 'namespaces' };
    const isEmpty = async () => {
      const { items } = await hub.client.list(namespaces);
      return items.every(({ metadata }) => !/^clusternet-(paris|rome)$/.test(metadata.name ?? ''));
    };
    await eventually('their namespaces are gone', isEmpty);
    const gone = await banyan('unjoin', 'paris');
    assert.equal(gone.code, 1);
    assert.match(gone.output, /there is no member "paris"/);
  });

  const missing = join(dir, 'none.kubeconfig');
  const nowhere = await runBanyan(['clusters', '--kubeconfig', missing]);
  assert.match(nowhere.output, /^banyan clusters: no kubeconfig: \S+none\.kubeconfig does not exist/);
});

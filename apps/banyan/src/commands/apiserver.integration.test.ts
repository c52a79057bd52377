import assert from 'node:assert/strict';
import { execFile as execFileCallback } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { isNotFound, KubeClient, loadConnection } from '@banyan/kube';
import { eventually } from '@banyan/testing';
import { promisify } from 'node:util';
import { MAIN, startProgram, temporaryDir } from './program-fixture.ts';

const execFile = promisify(execFileCallback);

const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };

test('an API server keeps what it was given over a restart, and ends on SIGTERM', async (t) => {
  const dir = await temporaryDir(t);
  const kubeconfig = join(dir, 'kubeconfig');

  const first = await startProgram(t, dir);
  const client = new KubeClient(await loadConnection({ path: kubeconfig, env: {} }));
  await client.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kept' } });
  await client.close();
  assert.equal(await first.stop(), 0);
  assert.equal((await stat(kubeconfig)).mode & 0o777, 0o600);

  const second = await startProgram(t, dir);
  const again = new KubeClient(await loadConnection({ path: kubeconfig, env: {} }));
  const found = await again.get(NAMESPACES, { name: 'kept' });
  assert.equal(found.metadata.name, 'kept');
  await again.close();
  assert.equal(await second.stop(), 0);
});

test('with --controllers namespaces end, accounts are there and their Secrets are filled', async (t) => {
  const dir = await temporaryDir(t);
  await startProgram(t, dir, [], ['--controllers', '--advertise-url', 'https://hub.example:6443']);
  const client = new KubeClient(await loadConnection({ path: join(dir, 'kubeconfig'), env: {} }));
  t.after(() => client.close());
  const find = (resource: string, namespace: string, name: string) =>
    client.get({ group: '', version: 'v1', resource }, { namespace, name }).catch(() => undefined);
  await client.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'short' } });
  const hasAccount = async () => (await find('serviceaccounts', 'short', 'default')) !== undefined;
  await eventually('the namespace has its account', hasAccount);
  const annotations = { 'kubernetes.io/service-account.name': 'default' };
  await client.create(SECRETS, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace: 'short', name: 'a', annotations },
    type: 'kubernetes.io/service-account-token',
  });
  const isFull = async () => Object.hasOwn((await find('secrets', 'short', 'a'))?.['data'] ?? {}, 'token');
  await eventually('the Secret has a token', isFull);
  const isTold = async () => {
    const info = await find('configmaps', 'kube-public', 'cluster-info');
    return JSON.stringify(info ?? '').includes('server: https://hub.example:6443');
  };
  await eventually('cluster-info says where the cluster is', isTold);
  await client.delete(NAMESPACES, { name: 'short' });
  const isGone = () => client.get(NAMESPACES, { name: 'short' }).then(() => false, isNotFound);
  await eventually('the namespace is gone', isGone);
});

const WRONG: readonly string[][] = [
  [],
  ['--data-dir', ''],
  ['--data-dir', 'x', '--port', ''],
  ['--data-dir', 'x', '--port', '65536'],
  ['--data-dir', 'x', '--port', ' 1'],
  ['--data-dir', 'x', '--bogus'],
  ['--data-dir', 'x', 'y'],
  ['--data-dir', 'x', '--advertise-url', 'http://a'],
];

for (const args of WRONG) {
  test(`banyan apiserver ${JSON.stringify(args)} is wrong use, and starts nothing`, async (t) => {
    const cwd = await temporaryDir(t);
    const run = execFile(process.execPath, [MAIN, 'apiserver', ...args], { cwd, timeout: 300_000 });
    await assert.rejects(run, { code: 2 });
    assert.deepEqual(await readdir(cwd), []);
  });
}

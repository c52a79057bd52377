import assert from 'node:assert/strict';
import { execFile as execFileCallback } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { KubeClient, loadConnection } from '@banyan/kube';
import { promisify } from 'node:util';
import { MAIN, startProgram, temporaryDir } from './program-fixture.ts';

const execFile = promisify(execFileCallback);

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

const WRONG: readonly string[][] = [
  [],
  ['--data-dir', ''],
  ['--data-dir', 'x', '--port', ''],
  ['--data-dir', 'x', '--port', '65536'],
  ['--data-dir', 'x', '--port', ' 1'],
  ['--data-dir', 'x', '--bogus'],
  ['--data-dir', 'x', 'y'],
];

for (const args of WRONG) {
  test(`banyan apiserver ${JSON.stringify(args)} is wrong use, and starts nothing`, async (t) => {
    const cwd = await temporaryDir(t);
    const run = execFile(process.execPath, [MAIN, 'apiserver', ...args], { cwd, timeout: 30_000 });
    await assert.rejects(run, { code: 2 });
    assert.deepEqual(await readdir(cwd), []);
  });
}

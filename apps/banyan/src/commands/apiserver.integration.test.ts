import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { KubeClient, loadConnection } from '@banyan/kube';

const MAIN = join(import.meta.dirname, '../main.ts');
const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };

test('an API server keeps what it was given over a restart, and ends on SIGTERM', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'banyan-apiserver-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const kubeconfig = join(dir, 'kubeconfig');

  const first = await start(dir);
  const client = new KubeClient(await loadConnection({ path: kubeconfig, env: {} }));
  await client.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kept' } });
  await client.close();
  assert.equal(await first.stop(), 0);
  assert.equal((await stat(kubeconfig)).mode & 0o777, 0o600);

  const second = await start(dir);
  const again = new KubeClient(await loadConnection({ path: kubeconfig, env: {} }));
  const found = await again.get(NAMESPACES, { name: 'kept' });
  assert.equal(found.metadata.name, 'kept');
  await again.close();
  assert.equal(await second.stop(), 0);
});

async function start(dir: string): Promise<{ stop: () => Promise<number> }> {
  const args = [MAIN, 'apiserver', '--data-dir', dir, '--port', '0'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit') as Promise<[number]>;
  await once(child.stdout, 'data');
  return {
    stop: async () => {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
  };
}

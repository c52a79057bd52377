import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { KubeClient, loadConnection } from '@banyan/kube';
import { startProgram, temporaryDir } from './program-fixture.ts';

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

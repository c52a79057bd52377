import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createPki, startControlPlane, temporaryFolder, type ClusterAccess } from '@banyan/testing';
import { startApiServer } from './api-server.ts';
import { ObjectStore } from './storage/object-store.ts';
import { sqlitePersistence } from './storage/sqlite-persistence.ts';

test('real controllers, scheduler and kwok take a Deployment of 3 to ready, through a rollout and back', async (t) => {
  const cluster = await startAround(t);
  const kubectl = async (...args: string[]) => {
    const { code, stdout, stderr } = await cluster.kubectl(args);
    assert.equal(code, 0, `kubectl ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  await kubectl('create', 'deployment', 'web', '--image=web:1', '--replicas=3');
  await kubectl('rollout', 'status', 'deployment/web', '--timeout=100s');
  await kubectl('set', 'image', 'deployment/web', 'web=web:2');
  await kubectl('rollout', 'status', 'deployment/web', '--timeout=100s');
  assert.match(await kubectl('get', 'deployment', 'web', '--no-headers'), /^web +3\/3 +3 +3 /);
  const pods = await kubectl('get', 'pods', '-o', 'jsonpath={.items[*].status.phase}');
  assert.equal(pods, 'Running Running Running');
  await kubectl('expose', 'deployment', 'web', '--port=80');
  await cluster.until('three endpoints', async () => {
    const slices = await kubectl(
      'get',
      'endpointslices',
      '-o',
      'jsonpath={.items[*].endpoints[*].addresses[0]}',
    );
    return slices.split(' ').filter((address) => address !== '' && !address.startsWith('127.')).length === 3;
  });
  await kubectl('delete', 'deployment', 'web', '--cascade=foreground', '--timeout=100s');
  assert.equal(await kubectl('get', 'replicasets,pods', '-o', 'name'), '');
});

test('a namespace with all that is in it is gone when the real controllers have emptied it', async (t) => {
  const cluster = await startAround(t);
  const made = await cluster.kubectl(['create', 'namespace', 'short-lived']);
  assert.equal(made.code, 0, made.stderr);
  for (const name of ['one', 'two']) {
    const { code, stderr } = await cluster.kubectl(['-n', 'short-lived', 'create', 'configmap', name]);
    assert.equal(code, 0, stderr);
  }
  const { code, stderr } = await cluster.kubectl(['delete', 'namespace', 'short-lived', '--timeout=100s']);
  assert.equal(code, 0, stderr);
});

/** The embedded server with real programs around it. */
async function startAround(t: TestContext): Promise<ClusterAccess> {
  const dir = await temporaryFolder('banyan-embedded-');
  const pki = createPki(join(dir, 'pki'));
  const read = (name: Parameters<typeof pki.file>[0]) => readFileSync(pki.file(name), 'utf8');
  const store = await ObjectStore.open(sqlitePersistence(join(dir, 'objects.db')));
  const defects: unknown[] = [];
  const server = await startApiServer({
    store,
    host: '127.0.0.1',
    port: 0,
    clientCa: pki.ca.certificate,
    certificate: read('apiserver.crt'),
    key: read('apiserver.key'),
    serviceAccountKey: read('service-account.key'),
    kubelet: {
      certificate: read('kubelet-client.crt'),
      key: read('kubelet-client.key'),
      ca: pki.ca.certificate,
    },
    onDefect: (error) => defects.push(error),
  });
  const place = { name: 'embedded', dir, server: `https://127.0.0.1:${server.port}`, pki };
  const cluster = await startControlPlane(place, { controllers: true, scheduler: true, kwokNodes: 3 });
  t.after(async () => {
    await cluster.stop();
    await server.stop();
    await store.close();
    assert.deepEqual(defects, []);
  });
  return cluster;
}

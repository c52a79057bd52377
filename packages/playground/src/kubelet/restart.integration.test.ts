import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { startPlaygroundCluster } from '../cluster/playground-cluster.ts';
import { script, server, TestPods } from './test-pods.ts';

test('after a restart of the process pods run on as if nothing had been', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'playground-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const start = async (): Promise<TestPods> => {
    const pods = new TestPods(await startPlaygroundCluster({ name: 'one', nodes: 1, dataDir }));
    await eventually('pods can be created', () => pods.isReady);
    return pods;
  };
  const first = await start();
  const probe = { exec: { command: ['true'] } };
  const init = script('exit 0', { name: 'init' });
  await first.create(
    { initContainers: [init], containers: [server({ readinessProbe: probe })] },
    { name: 'web' },
  );
  await first.create({ containers: [script('sleep infinity')] }, { name: 'sleeps' });
  await first.create({ restartPolicy: 'Never', containers: [script('exit 0')] }, { name: 'done' });
  await first.create({ containers: [script('exit 1')] }, { name: 'fails' });
  await eventually(
    'all are there',
    () => first.isReadyPod('web') && first.isReadyPod('sleeps') && first.phase('done') === 'Succeeded',
  );
  await eventually(
    'it waits',
    () => first.container('c', 'fails')?.state?.waiting?.reason === 'CrashLoopBackOff',
  );
  const names = ['web', 'sleeps', 'done', 'fails'];
  const before = names.map((name) => first.get(name)?.status);
  await first.cluster.stop();

  const second = await start();
  t.after(() => second.cluster.stop());
  await second.create({ containers: [server()] }, { name: 'later' });
  await eventually('the new process works', () => second.isReadyPod('later'));
  const after = names.map((name) => second.get(name)?.status);
  assert.deepEqual(after.slice(0, 3), before.slice(0, 3));
  assert.equal(
    after[3]?.containerStatuses?.[0]?.restartCount,
    before[3]?.containerStatuses?.[0]?.restartCount,
  );
  const addresses = ['web', 'sleeps', 'fails', 'later'].map((name) => second.get(name)?.status?.podIP);
  assert.equal(new Set(addresses).size, addresses.length);
  const { ca, admin } = second.cluster.certificates;
  const [answer] = (await once(
    get(`${second.cluster.server}/api/v1/namespaces/default/pods/done/log`, {
      ca,
      cert: admin.certificate,
      key: admin.key,
    }),
    'response',
  )) as [IncomingMessage];
  assert.equal(answer.resume().statusCode, 200, 'nothing is left of what was over, and that is no failure');
  await second.delete('web');
  await eventually('it ends', () => second.get('web') === undefined);
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually, startClusters } from '@banyan/testing';
import { runBanyan } from './demo-folder/banyan-process-fixture.ts';
import {
  clientOf,
  isListedReady,
  joinWithAgent,
  startAgent,
  startServer,
  temporaryFolder,
} from './hub/hub-fixture.ts';
import { assertNoSecrets, workInMember } from './hub/member-scenario.ts';

test('on real Kubernetes a cluster joins, is worked in through the hub, survives what is killed, and leaves', async (t) => {
  const dir = await temporaryFolder(t);
  const { clusters, stop } = await startClusters(2, { controllers: true, scheduler: true, kwokNodes: 1 });
  t.after(stop);
  const [parent, child] = clusters;
  assert.ok(parent && child);
  const { kubeconfig } = parent;
  const startHub = () =>
    startServer(
      t,
      ['hub', '--kubeconfig', kubeconfig, '--secure-port', '0', '--metrics-port', '0'],
      'hub started',
    );
  let program = await startHub();
  const client = await clientOf(t, kubeconfig);
  const hub = { kubeconfig, client, kubeconfigOf: (user: string) => parent.writeKubeconfig(user) };
  const member = { kubeconfig: child.kubeconfig, client: await clientOf(t, child.kubeconfig) };
  const name = 'berlin';
  let agent = await joinWithAgent(t, { hub, member, name });
  await eventually('it is ready', () => isListedReady(hub, name));

  await workInMember(t, { dir, hub, member, name, isKwok: true });

  const through = join(dir, `${name}-through-hub.kubeconfig`);
  const isReached = async () => (await child.kubectl(['--kubeconfig', through, 'get', 'nodes'])).code === 0;
  await t.test('a hub that was killed and is started again has its members back', async () => {
    program.kill('SIGKILL');
    await program.exited;
    program = await startHub();
    await eventually('the member is reached', isReached);
  });
  await t.test('so has one whose agent was killed', async () => {
    agent.kill('SIGKILL');
    await agent.exited;
    agent = await startAgent(t, member, name);
    await eventually('the member is reached', isReached);
  });
  await t.test("so has one whose member's API server was killed", async () => {
    await child.apiServer.kill();
    assert.equal(await isReached(), false);
    await child.apiServer.start();
    await eventually('the member is reached', isReached);
  });
  await t.test('and one whose own API server was killed', async () => {
    await parent.apiServer.kill();
    await parent.apiServer.start();
    await eventually('the member is reached', isReached);
  });

  const left = await runBanyan(['unjoin', name, '--timeout=60s', '--kubeconfig', kubeconfig]);
  assert.equal(left.code, 0, `${left.output}${program.output()}`);
  assert.equal(await program.stop(), 0);
  assert.equal(await agent.stop(), 0);
  assertNoSecrets(program.output(), agent.output());
});

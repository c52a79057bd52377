import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, freePort } from '@banyan/testing';
import { processesIn, runBanyan } from './demo-folder/banyan-process-fixture.ts';
import { isListedReady, joinWithAgent, startHub, startMember, temporaryFolder } from './hub/hub-fixture.ts';

test('with --tunnel-address the tunnel does not go through the API server, and outlives it', async (t) => {
  const dir = await temporaryFolder(t);
  const port = String(await freePort());
  const address = `--tunnel-address=https://localhost:${port}`;
  const member = await startMember(t, dir, 'berlin');
  const hub = await startHub(t, dir, [address, '--secure-port', port]);
  const agent = await joinWithAgent(t, { hub, member, name: 'berlin', flags: [address] });
  await eventually('it is ready', () => isListedReady(hub, 'berlin'));
  await eventually('the tunnel is up', () => agent.output().includes('the tunnel to the hub is up'));
  const [apiServer = 0] = processesIn(`${dir}/hub`).filter(
    (pid) => pid !== hub.program.pid && pid !== agent.pid,
  );
  process.kill(apiServer, 'SIGKILL');
  const asked = ['get', '--cluster', 'berlin', '--kubeconfig', hub.kubeconfig, 'nodes', '-o', 'name'];
  await eventually('it is reached again', async () => (await runBanyan(asked)).code === 0);
  assert.equal(hub.program.output().includes('a tunnel is closed'), false);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@banyan/testing';
import { runBanyan } from './demo-folder/banyan-process-fixture.ts';
import { isListedReady, joinWithAgent, startHub, startMember, temporaryFolder } from './hub/hub-fixture.ts';
import { assertNoSecrets, workInMember } from './hub/member-scenario.ts';

test('a cluster joins with an agent, is worked in through the hub with stock kubectl, and leaves', async (t) => {
  const dir = await temporaryFolder(t);
  const name = 'berlin';
  const [hub, member] = await Promise.all([startHub(t, dir), startMember(t, dir, name)]);
  const agent = await joinWithAgent(t, { hub, member, name });
  await eventually('it is ready', () => isListedReady(hub, name));
  const { output: wide } = await runBanyan(['clusters', '-o', 'wide', '--kubeconfig', hub.kubeconfig]);
  assert.match(wide, /^berlin +[0-9a-f-]{36} +Dual +v1\.36\S* +True +2\/2 +\d+s +agent /m);

  await workInMember(t, { dir, hub, member, name });

  const left = await runBanyan(['unjoin', name, '--kubeconfig', hub.kubeconfig]);
  assert.equal(left.code, 0, left.output);
  const { output } = await runBanyan(['clusters', '--kubeconfig', hub.kubeconfig, '-o', 'name']);
  assert.equal(output.trim(), '');
  assertNoSecrets(hub.program.output(), agent.output());
});

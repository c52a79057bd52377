import assert from 'node:assert/strict';
import { eventually } from '@banyan/testing';
import type { ObservedServer } from './banyan-server.ts';
import type { MemberFleet } from './member-fleet.ts';

/** A cluster asks with a join token, a person lets it in, and it is listed. Resolves to its agent. */
export async function joinByApproval(fleet: MemberFleet, name: string): Promise<ObservedServer> {
  const [member] = fleet.target.members;
  const agent = await fleet.joinWithAgent(name, member);
  await eventually('it waits for a person', async () =>
    new RegExp(`^${name} +[0-9a-f-]{36} +Dual`, 'm').test(await fleet.hub('approve')),
  );
  assert.equal((await fleet.hub('clusters', '-o', 'name')).trim(), '');
  assert.equal(await fleet.hub('approve', name), `${name}: approved\n`);
  await eventually('it is ready', () => fleet.isListedReady(name));
  assert.match(
    await fleet.hub('clusters', '-o', 'wide'),
    new RegExp(`^${name} +[0-9a-f-]{36} +Dual +v1\\.36\\S* +True +2/2 +\\S+ +agent `, 'm'),
  );
  return agent;
}

/** Another one, where nobody is asked. Resolves to its agent. */
export async function joinAtOnce(fleet: MemberFleet, name: string): Promise<ObservedServer> {
  const agent = await fleet.joinWithAgent(name, fleet.target.members[1]);
  await eventually('it is ready', () => fleet.isListedReady(name));
  return agent;
}

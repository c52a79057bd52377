import type { TestContext } from 'node:test';
import type { FleetCluster, FleetTarget } from './fleet-target.ts';
import { joinAtOnce, joinByApproval } from './join-scenario.ts';
import { joinAgain, joinByKubeconfig, leave } from './leave-scenario.ts';
import { MemberFleet } from './member-fleet.ts';
import { useOldAgent } from './old-agent-scenario.ts';
import { killAndRecover, passBetweenReplicas, type Killable } from './recovery-scenario.ts';
import { administer, grantAndRevoke } from './rights-scenario.ts';
import { findNoSecrets } from './secrets-in-logs.ts';
import { stayApart, stealNothing } from './security-scenario.ts';
import { workInMember } from './work-scenario.ts';

/** The life of members, as subtests in their order. Agents know of the hub its API server's address and nothing else. */
export async function memberLife(t: TestContext, start: () => Promise<FleetTarget>): Promise<void> {
  const fleet = await MemberFleet.of(await start());
  t.after(() => fleet.stop());
  const { target } = fleet;
  const step = async <T>(what: string, run: () => Promise<T>): Promise<T> => {
    const results: T[] = [];
    await t.test(what, async () => void results.push(await run()));
    const [result] = results;
    // The rest stands on it.
    if (results.length === 0) throw new Error(`not so: ${what}`);
    return result as T;
  };
  const approving = await fleet.startHub('hub', ['--approve=manual']);
  const berlin = await step('a cluster asks, is let in, and is listed', () =>
    joinByApproval(fleet, 'berlin'),
  );
  await step('it is worked in with stock kubectl', () => workInMember(fleet, 'berlin'));
  await step('rights are given and taken in the hub', () => grantAndRevoke(fleet, 'berlin'));
  await step('someone administers it from the hub', () => administer(fleet, 'berlin'));
  await step('a hub that is killed has its members back', () => killAndRecover(fleet, 'berlin', approving));
  await step('another replica passes through it, and takes over', () =>
    passBetweenReplicas(fleet, 'berlin', approving),
  );
  await step('a member whose agent is killed comes back', () => killAndRecover(fleet, 'berlin', berlin));
  await step('so does one whose API server is killed', () =>
    killAndRecover(fleet, 'berlin', apiServerOf(target.members[0])),
  );
  await step("and all when the hub's API server is", () =>
    killAndRecover(fleet, 'berlin', apiServerOf(target.hub)),
  );
  const oslo = await step('another cluster joins, and nobody is asked', () => joinAtOnce(fleet, 'oslo'));
  await step('members are kept apart', () =>
    stayApart(fleet, { own: 'oslo', cluster: target.members[1], other: 'berlin' }),
  );
  await step('a cluster id that others know is of no use to them', () => stealNothing(fleet, 'berlin'));
  await step("an agent of Clusternet's registers and is reached", () => useOldAgent(fleet, 'old'));
  await step('a member leaves, and nothing of it stays', () => leave(fleet, 'oslo', oslo));
  await step('it joins without an agent, goes away and comes back', () =>
    joinByKubeconfig(fleet, 'oslo', 'berlin'),
  );
  await step('no process has told a secret', () => findNoSecrets(fleet));
  await step('that one leaves, too', () => leave(fleet, 'oslo'));
  await step('one with an agent leaves', () => leave(fleet, 'berlin', berlin));
  await step('and joins again under its name', () => joinAgain(fleet, 'berlin'));
  await step('still no process has told a secret', () => findNoSecrets(fleet));
}

function apiServerOf({ killApiServer, startApiServer }: FleetCluster): Killable {
  return { kill: killApiServer, start: startApiServer };
}

import assert from 'node:assert/strict';
import { eventually } from '@banyan/testing';
import type { ObservedServer } from './banyan-server.ts';
import type { MemberFleet } from './member-fleet.ts';

/** A line of the audit log. */
const PASSED = /"verb":"list","via":"direct".*"resource":"nodes".*"status":200/;

export interface Killable {
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/** Someone pulls the plug of a process and puts it back; nobody does anything else. */
export async function killAndRecover(fleet: MemberFleet, name: string, victim: Killable): Promise<void> {
  const through = await fleet.through(name);
  await eventually('the member is reached', () => fleet.isReached(through));
  await victim.kill();
  assert.equal(await fleet.isReached(through), false);
  await victim.start();
  await eventually('the member is reached again', () => fleet.isReached(through));
  await eventually('it is ready again', () => fleet.isListedReady(name));
}

/**
 * The API server asks the replica that came last; the tunnel is at the one that was there before. When that one is
 * killed the agent comes to the other.
 */
export async function passBetweenReplicas(
  fleet: MemberFleet,
  name: string,
  first: ObservedServer,
): Promise<ObservedServer> {
  const through = await fleet.through(name);
  const sessions = (replica: ObservedServer) => replica.metric('clusternet_socket_connections_count');
  const before = await sessions(first);
  assert.ok(before > 0);
  const second = await fleet.startHub('hub-2');
  await eventually('requests come to the second replica, and pass through the first', async () => {
    await fleet.isReached(through);
    return PASSED.test(await second.log());
  });
  assert.deepEqual([await sessions(first), await sessions(second)], [before, 0]);
  await first.kill();
  await eventually('the member is reached by the second', () => fleet.isReached(through));
  await eventually('its tunnel is there', async () => (await sessions(second)) > 0);
  return second;
}

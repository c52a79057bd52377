import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { silentLogger } from '@banyan/controller';
import { eventually } from '@banyan/testing';
import { startHub, temporaryFolder } from './hub-fixture.ts';
import { ShardedMembers } from './sharded-members.ts';

const MEMBERS = Array.from({ length: 60 }, (_, index) => `clusternet-member${index}`);
const TIMES = { leaseDurationMs: 3_000, renewDeadlineMs: 2_000, retryPeriodMs: 200 };

test('replicas share the members, each with one of them at a time; who stops gives its own to the others', async (t) => {
  const { client: hubClient } = await startHub(t, await temporaryFolder(t), ['--roles=gateway']);
  const replica = (): Replica =>
    startReplica(t, new ShardedMembers({ leaseClient: hubClient, times: TIMES, logger: silentLogger }));
  const first = replica();
  await eventually('the first has all', () => MEMBERS.every((member) => first.shards.has(member)));
  const second = replica();
  const owners = (member: string) => [first, second].filter(({ shards }) => shards.has(member)).length;
  const has = ({ shards }: Replica) => MEMBERS.filter((member) => shards.has(member)).length;
  await eventually('both have some', () => {
    assert.ok(MEMBERS.every((member) => owners(member) <= 1));
    return has(first) > 0 && has(second) > 0 && has(first) + has(second) === MEMBERS.length;
  });
  for (const { told, shards } of [first, second])
    for (const member of MEMBERS)
      if (shards.has(member)) assert.ok(told.has(member), `${member} was not told`);
  await first.stop();
  await eventually('the second has all', () => has(second) === MEMBERS.length);
  assert.equal(has(first), 0);
});

interface Replica {
  readonly shards: ShardedMembers;
  /** Members of which a change was told. */
  readonly told: Set<string>;
  readonly stop: () => Promise<void>;
}

function startReplica(t: TestContext, shards: ShardedMembers): Replica {
  const told = new Set<string>();
  shards.onChange((isAffected) => {
    for (const member of MEMBERS) if (isAffected(member)) told.add(member);
  });
  const stopping = new AbortController();
  const running = shards.run(stopping.signal);
  const stop = async () => {
    stopping.abort();
    await running;
  };
  t.after(stop);
  return { shards, told, stop };
}

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { INITIALIZATION_TAINT, MANAGED_CLUSTERS, UNSCHEDULABLE_TAINT } from '@banyan/api/clusternet';
import { eventually, FakeClock } from '@banyan/testing';
import { parseFeatureGates } from '../../feature-gates.ts';
import { TestAgent } from '../test-agent.ts';
import { startMembership, startTestHub } from '../test-hub.ts';

async function taints(agent: TestAgent): Promise<string[]> {
  return ((await agent.member())?.spec.taints ?? []).map(({ key, value }) => `${key}=${value}`);
}

async function condition(agent: TestAgent, wanted: string): Promise<string | undefined> {
  const found = (await agent.member())?.status?.conditions?.find(({ type }) => type === wanted);
  return found && `${found.status} ${found.reason}`;
}

suite('the lifecycle of a member', () => {
  test('silence makes it Unknown and tainted, the next heartbeat takes both back', async () => {
    const clock = new FakeClock(Date.now());
    await using hub = await startTestHub({ now: () => new Date(clock.now()) });
    await using _running = await startMembership(hub.hubClient, { clock });
    const until = (what: string, isTrue: () => Promise<boolean>) =>
      eventually(what, async () => {
        await clock.advance(10);
        return isTrue();
      });
    const agent = new TestAgent(hub.hubClient, 'one', randomUUID());
    await agent.register();
    await until(
      'there is a record',
      async () => (await condition(agent, 'ClusterInit')) === 'True ClusterInitDisabled',
    );
    await agent.heartbeat('1999-01-01T00:00:00Z');
    await until(
      'the hub has written beside it',
      async () => (await condition(agent, 'ClusterInit')) !== undefined,
    );
    await clock.advance(20_000);
    await agent.heartbeat('1999-01-01T00:00:10Z');
    await until(
      'the hub has written beside it',
      async () => (await condition(agent, 'ClusterInit')) !== undefined,
    );
    await clock.advance(20_000);
    assert.equal(await condition(agent, 'Ready'), 'True ManagedClusterReady');

    await clock.advance(11_000);
    await until(
      'it is lost',
      async () => (await condition(agent, 'Ready')) === 'Unknown ClusterStatusUnknown',
    );
    await until('it is tainted', async () => (await taints(agent)).length > 0);
    assert.deepEqual(await taints(agent), [`${UNSCHEDULABLE_TAINT}=ClusterStatusUnknown`]);
    const { healthz, livez, readyz, lastObservedTime } = (await agent.member())?.status ?? {};
    assert.deepEqual(
      [healthz, livez, readyz, lastObservedTime],
      [false, false, false, '1999-01-01T00:00:10Z'],
    );

    await agent.heartbeat('1999-01-01T00:01:00Z');
    await until('the taint is gone', async () => (await taints(agent)).length === 0);
    assert.equal(await condition(agent, 'Ready'), 'True ManagedClusterReady');
    assert.deepEqual(hub.defects, []);
  });

  test('both taints go at once, and those of others stay', async () => {
    const clock = new FakeClock(Date.now());
    let isInitialized = false;
    await using hub = await startTestHub({ now: () => new Date(clock.now()) });
    await using _running = await startMembership(hub.hubClient, {
      clock,
      gates: parseFeatureGates('ClusterInit=true'),
      isInitialized: () => Promise.resolve(isInitialized),
    });
    const until = (what: string, isTrue: () => Promise<boolean>) =>
      eventually(what, async () => {
        await clock.advance(10);
        return isTrue();
      });
    const agent = new TestAgent(hub.hubClient, 'one', randomUUID());
    await agent.register();
    await until('there is a record', async () => (await agent.member()) !== undefined);
    assert.deepEqual(await taints(agent), [`${INITIALIZATION_TAINT}=ClusterInitWaiting`]);
    await until(
      'it waits',
      async () => (await condition(agent, 'ClusterInit')) === 'False ClusterInitWaiting',
    );
    await clock.advance(600_000);
    await until(
      'it was never heard of',
      async () => (await condition(agent, 'Ready')) === 'Unknown ClusterStatusNeverUpdated',
    );
    await until('it has both', async () => (await taints(agent)).length === 2);
    const others = { key: 'example.com/maintenance', effect: 'NoSchedule' };
    const all = [...((await agent.member())?.spec.taints ?? []), others];
    const key = { namespace: agent.namespace, name: agent.name };
    await hub.hubClient.patch(MANAGED_CLUSTERS, key, { type: 'merge', body: { spec: { taints: all } } });
    isInitialized = true;
    await agent.heartbeat('2030-01-01T00:00:00Z');
    await until('both are gone', async () => (await taints(agent)).length === 1);
    assert.deepEqual((await agent.member())?.spec.taints, [others]);
    assert.equal(await condition(agent, 'ClusterInit'), 'True ClusterInitDone');
  });

  test('a hub that starts gives a silent member its whole grace', async () => {
    const clock = new FakeClock(Date.now());
    await using hub = await startTestHub({ now: () => new Date(clock.now()) });
    const agent = new TestAgent(hub.hubClient, 'one', randomUUID());
    await agent.register();
    {
      await using _first = await startMembership(hub.hubClient, { clock });
      await eventually(
        'there is a record',
        async () => (await condition(agent, 'ClusterInit')) !== undefined,
      );
    }
    await agent.heartbeat('1999-01-01T00:00:00Z');
    await clock.advance(3_600_000);
    await using _second = await startMembership(hub.hubClient, { clock });
    await eventually('the hub has looked', async () => (await condition(agent, 'ClusterInit')) !== undefined);
    assert.equal(await condition(agent, 'Ready'), 'True ManagedClusterReady');
    await eventually('its grace is over', async () => {
      await clock.advance(1000);
      return (await condition(agent, 'Ready')) === 'Unknown ClusterStatusUnknown';
    });
  });
});

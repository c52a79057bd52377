import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { KubeClient, isTimeout, isUnreachable, loadConnection } from '@banyan/kube';
import { eventually, FakeClock } from '@banyan/testing';
import { NODES, PODS } from '../cluster/resources.ts';
import type { FleetMember } from './fleet-member.ts';
import { startFleet, type Fleet, type FleetOptions } from './fleet.ts';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };

async function temporaryDir(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'banyan-fleet-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

async function fleetOf(t: TestContext, options: FleetOptions): Promise<Fleet> {
  const fleet = await startFleet(options);
  t.after(() => fleet.stop());
  return fleet;
}

/** A fleet of one with a client that comes from outside. */
async function oneMember(t: TestContext, options: Partial<FleetOptions> = {}) {
  const dir = await temporaryDir(t);
  const fleet = await fleetOf(t, { members: 1, dir, nodes: 0, ...options });
  const [member] = fleet.members;
  assert.ok(member);
  return { dir, member, client: await clientOf(t, member) };
}

async function clientOf(t: TestContext, { kubeconfig = '' }: FleetMember): Promise<KubeClient> {
  const connection = await loadConnection({ path: kubeconfig, env: {} });
  const client = new KubeClient(connection, { retries: 0 });
  t.after(() => client.close());
  return client;
}

test('members are clusters of their own, with kubeconfigs for their owner alone', async (t) => {
  const dir = await temporaryDir(t);
  const { members } = await fleetOf(t, { members: 2, dir, nodes: 2 });
  assert.deepEqual(
    members.map(({ name }) => name),
    ['member1', 'member2'],
  );
  for (const member of members) {
    assert.equal(member.kubeconfig, join(dir, `${member.name}.kubeconfig`));
    assert.equal((await stat(member.kubeconfig)).mode & 0o777, 0o600);
    const client = await clientOf(t, member);
    await eventually('two nodes', async () => {
      const { items } = await client.list(NODES, {});
      const names = items.map(({ metadata }) => metadata.name).sort();
      return names.join() === `${member.name}-node-1,${member.name}-node-2`;
    });
  }
});

test('what was written is there after a restart', async (t) => {
  const dir = await temporaryDir(t);
  const first = await startFleet({ members: 1, dir, nodes: 0 });
  const [before] = first.members;
  assert.ok(before);
  await (await clientOf(t, before)).create(NAMESPACES, namespace('kept'));
  await first.stop();
  const { members } = await fleetOf(t, { members: 1, dir, nodes: 0 });
  const [after] = members;
  assert.ok(after);
  const found = await (await clientOf(t, after)).get(NAMESPACES, { name: 'kept' });
  assert.equal(found.metadata.name, 'kept');
});

test('a fleet of which one member cannot start leaves nothing running', async (t) => {
  const { member } = await oneMember(t);
  const taken = Number(new URL(member.server).port);
  const start = startFleet({ members: 2, nodes: 0, portOf: (index) => (index === 1 ? taken : 0) });
  await assert.rejects(start, { code: 'EADDRINUSE' });
});

test('a member that is cut off refuses clients and breaks their watches, and lives on itself', async (t) => {
  const { member, client } = await oneMember(t);
  const watch = client.watch(CONFIG_MAPS, { namespace: 'default' })[Symbol.asyncIterator]();
  const next = watch.next().then(
    ({ done }) => done,
    () => 'broken',
  );
  await client.list(CONFIG_MAPS, { namespace: 'default' });
  await member.faults.cut('refuse');
  assert.notEqual(await next, false);
  await assert.rejects(client.list(NAMESPACES, {}), isUnreachable);
  await member.cluster.objects.create({ ...CONFIG_MAPS, kind: 'ConfigMap' }, named('meanwhile'));
  await member.faults.heal();
  const found = await client.get(CONFIG_MAPS, { namespace: 'default', name: 'meanwhile' });
  assert.equal(found.metadata.name, 'meanwhile');
});

test('to a member that hangs, requests wait until they give up', async (t) => {
  const { member, client } = await oneMember(t);
  await client.list(NAMESPACES, {});
  await member.faults.cut('hang');
  await assert.rejects(client.list(NAMESPACES, { timeoutMs: 50 }), isTimeout);
  await member.faults.heal();
  assert.ok((await client.list(NAMESPACES, {})).items.length > 0);
});

test('an API server in trouble answers 429 with when to come back, or 500, and its own parts are spared', async (t) => {
  const { member, client } = await oneMember(t);
  member.faults.answerErrors({ status: 429, share: 1, retryAfterSeconds: 3 });
  await assert.rejects(client.list(NAMESPACES, {}), {
    status: 429,
    retryAfterSeconds: 3,
  });
  member.faults.answerErrors({ status: 500, share: 1, retryAfterSeconds: 1 });
  await assert.rejects(client.list(NAMESPACES, {}), { status: 500 });
  await member.cluster.objects.create({ ...CONFIG_MAPS, kind: 'ConfigMap' }, named('inside'));
});

test('a slow member answers late', async (t) => {
  const clock = new FakeClock();
  const { member, client } = await oneMember(t, { clock });
  await client.list(NAMESPACES, {});
  member.faults.slow(5000);
  let isAnswered = false;
  const answer = client.list(NAMESPACES, {}).then(() => (isAnswered = true));
  await eventually('the request waits', () => (clock.nextTimerMs ?? Infinity) <= clock.elapsed() + 5000);
  assert.equal(isAnswered, false);
  await clock.advance(5000);
  await answer;
});

test('the clock of a member may be wrong', async (t) => {
  const { member, client } = await oneMember(t);
  member.faults.shiftClock(3_600_000);
  const created = await client.create(NAMESPACES, namespace('later'));
  const aheadMs = Date.parse(created.metadata.creationTimestamp ?? '') - Date.now();
  assert.ok(aheadMs > 3_500_000 && aheadMs < 3_700_000, `${aheadMs} ms`);
});

test('a node that plays dead is found out, and comes back', async (t) => {
  const clock = new FakeClock();
  const { members } = await fleetOf(t, { members: 1, nodes: 2, clock });
  const [member] = members;
  assert.ok(member);
  const { objects } = member.cluster;
  const readiness = () =>
    [...objects.list(NODES)].map(
      ({ status }) => status?.conditions?.find(({ type }) => type === 'Ready')?.status,
    );
  await eventually('both ready', () => readiness().join() === 'True,True');
  member.faults.nodes.kill('member1-node-2');
  await eventually('one lost', async () => {
    await clock.advance(1000);
    return readiness().join() === 'True,Unknown';
  });
  await objects.create(PODS, {
    metadata: { namespace: 'default', name: 'waiting' },
    spec: { nodeName: 'member1-node-2', containers: [{ name: 'one', image: 'one' }] },
  });
  await member.faults.heal();
  const isRunning = () =>
    objects.get(PODS, { namespace: 'default', name: 'waiting' })?.status?.phase === 'Running';
  await eventually('both ready again, and its pod runs', async () => {
    await clock.advance(1000);
    return readiness().join() === 'True,True' && isRunning();
  });
});

function namespace(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

function named(name: string): Pick<KubeObject, 'metadata'> {
  return { metadata: { namespace: 'default', name } };
}

import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { isUnreachable, KubeClient, loadConnection, type ClusterConnection } from '@banyan/kube';
import { eventually, FakeClock, httpsExchange, httpsOpen, type HttpsPeer } from '@banyan/testing';
import { CONFIG_MAPS, NAMESPACES, NODES, PODS } from '../cluster/resources.ts';
import type { FleetMember } from './fleet-member.ts';
import { startFleet, type Fleet, type FleetOptions } from './fleet.ts';

const CONFIG_MAP_PATH = '/api/v1/namespaces/default/configmaps';

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

async function oneMember(t: TestContext, options: Partial<FleetOptions> = {}): Promise<FleetMember> {
  const [member] = (await fleetOf(t, { members: 1, nodes: 0, ...options })).members;
  assert.ok(member);
  return member;
}

function clientOf(t: TestContext, connection: ClusterConnection): KubeClient {
  const client = new KubeClient(connection);
  t.after(() => client.close());
  return client;
}

/** How a client from outside comes, one that tries nothing twice. */
function peerOf({ server, cluster }: FleetMember): HttpsPeer {
  const { ca, admin } = cluster.certificates;
  return { server, ca, certificate: admin.certificate, key: admin.key };
}

async function statusOf(member: FleetMember): Promise<number> {
  return (await httpsExchange(peerOf(member), { path: CONFIG_MAP_PATH })).status;
}

test('members are clusters of their own, with kubeconfigs for their owner alone', async (t) => {
  const dir = await temporaryDir(t);
  const { members } = await fleetOf(t, { members: 2, dir, nodes: 2 });
  assert.deepEqual(
    members.map(({ name }) => name),
    ['member1', 'member2'],
  );
  for (const { name, kubeconfig } of members) {
    assert.equal(kubeconfig, join(dir, `${name}.kubeconfig`));
    assert.equal((await stat(kubeconfig)).mode & 0o777, 0o600);
    const client = clientOf(t, await loadConnection({ path: kubeconfig, env: {} }));
    await eventually('two nodes', async () => {
      const { items } = await client.list(NODES, {});
      const names = items.map(({ metadata }) => metadata.name);
      return names.join() === `${name}-node-1,${name}-node-2`;
    });
  }
});

test('what was written is there after a restart', async (t) => {
  const dir = await temporaryDir(t);
  const first = await startFleet({ members: 1, dir, nodes: 0 });
  await first.members[0]?.cluster.objects.create(NAMESPACES, { metadata: { name: 'kept' } });
  await first.stop();
  const member = await oneMember(t, { dir });
  assert.ok(member.cluster.objects.get(NAMESPACES, { name: 'kept' }));
});

test('a fleet of which one member cannot start leaves nothing running', async (t) => {
  const taken = Number(new URL((await oneMember(t)).server).port);
  const start = startFleet({ members: 2, nodes: 0, portOf: (index) => (index === 1 ? taken : 0) });
  await assert.rejects(start, { code: 'EADDRINUSE' });
});

test('a member that is cut off refuses clients and breaks their watches, and lives on itself', async (t) => {
  const member = await oneMember(t, { dir: await temporaryDir(t) });
  const client = clientOf(t, await loadConnection({ path: member.kubeconfig ?? '', env: {} }));
  const watch = client.watch(CONFIG_MAPS, { namespace: 'default', signal: t.signal });
  assert.equal((await watch.next()).value?.object.metadata.name, 'kube-root-ca.crt');
  const broken = assert.rejects(watch.next(), isUnreachable);
  await member.faults.cut('refuse');
  await broken;
  await assert.rejects(statusOf(member), { code: 'ECONNREFUSED' });
  await member.cluster.objects.create(CONFIG_MAPS, named('meanwhile'));
  await member.faults.heal();
  const found = await httpsExchange(peerOf(member), { path: `${CONFIG_MAP_PATH}/meanwhile` });
  assert.equal(found.status, 200);
});

test('a member that hangs answers nobody, and all who waited once it is healed', async (t) => {
  const member = await oneMember(t);
  const watch = await httpsOpen(peerOf(member), { path: `${CONFIG_MAP_PATH}?watch=true` });
  let events = '';
  watch.on('data', (chunk) => (events += String(chunk)));
  await eventually('the watch is at its beginning', () => events.includes('kube-root-ca.crt'));
  await member.faults.cut('hang');
  const answer = statusOf(member);
  const first = Promise.race([answer, member.cluster.objects.create(CONFIG_MAPS, named('unseen'))]);
  assert.equal(typeof (await first), 'object');
  assert.ok(!events.includes('unseen'));
  await member.faults.heal();
  assert.equal(await answer, 200);
  await eventually('the watch goes on', () => events.includes('unseen'));
  watch.destroy();
});

test('an API server in trouble says 429 and when to come back, or 500, and its own parts are spared', async (t) => {
  const member = await oneMember(t);
  member.faults.answerErrors({ status: 429, share: 1, retryAfterSeconds: 3 });
  const busy = await httpsExchange(peerOf(member), { path: CONFIG_MAP_PATH });
  assert.deepEqual([busy.status, busy.headers['retry-after']], [429, '3']);
  member.faults.answerErrors({ status: 500, share: 1, retryAfterSeconds: 1 });
  const failed = await httpsExchange(peerOf(member), { path: CONFIG_MAP_PATH });
  assert.equal((JSON.parse(String(failed.body)) as { reason: string }).reason, 'InternalError');
  await member.cluster.objects.create(CONFIG_MAPS, named('inside'));
  await member.faults.heal();
  assert.equal(await statusOf(member), 200);
});

test('a slow member answers late', async (t) => {
  const clock = new FakeClock(Date.now());
  const member = await oneMember(t, { clock });
  member.faults.slow(5);
  let isAnswered = false;
  const answer = statusOf(member).finally(() => (isAnswered = true));
  await eventually('the request waits', () => clock.nextTimerMs === clock.elapsed() + 5);
  assert.equal(isAnswered, false);
  await clock.advance(5);
  assert.equal(await answer, 200);
});

test('the clock of a member may be wrong', async (t) => {
  const member = await oneMember(t);
  member.faults.shiftClock(3_600_000);
  const created = await member.cluster.objects.create(CONFIG_MAPS, named('later'));
  const aheadMs = Date.parse(created.metadata.creationTimestamp ?? '') - Date.now();
  assert.ok(aheadMs > 3_500_000 && aheadMs < 3_700_000, `${aheadMs} ms`);
});

test('a node that plays dead is found out, and comes back', async (t) => {
  const clock = new FakeClock(Date.now());
  const member = await oneMember(t, { nodes: 2, clock });
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
    spec: {
      nodeName: 'member1-node-2',
      tolerations: [{ operator: 'Exists' }],
      containers: [{ name: 'one', image: 'one' }],
    },
  });
  await member.faults.heal();
  const isRunning = () =>
    objects.get(PODS, { namespace: 'default', name: 'waiting' })?.status?.phase === 'Running';
  await eventually('both ready again, and its pod runs', async () => {
    await clock.advance(1000);
    return readiness().join() === 'True,True' && isRunning();
  });
});

function named(name: string): { metadata: { namespace: string; name: string } } {
  return { metadata: { namespace: 'default', name } };
}

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { MANAGED_CLUSTERS, type ManagedCluster } from '@banyan/api/clusternet';
import { formatKubeconfig, SharedCaches } from '@banyan/kube';
import { eventually } from '@banyan/testing';
import { drainMember } from './drain-member.ts';
import { agentDeployMembers } from './members/agent-deploy-members.ts';
import { HubDeployMembers } from './members/hub-deploy-members.ts';
import type { DialMember } from './members/member-clients.ts';
import { configMap, managedCluster, NAMESPACES } from './test-objects.ts';
import { MEMBER, startDeployer, startUnjoinedWorld, type TestWorld } from './test-world.ts';

const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
const KEY = { namespace: MEMBER, name: 'member' };
const CLUSTER_ID = '11111111-2222-3333-4444-555555555555';

const dial: DialMember = async (clusterId, { host, port }) => {
  assert.equal(clusterId, CLUSTER_ID);
  return connect(port, host);
};

async function startHubDeployer(
  t: TestContext,
  world: TestWorld,
  finished: string[] = [],
): Promise<HubDeployMembers> {
  const hubCaches = new SharedCaches({ client: world.hub.newClient() });
  const members = new HubDeployMembers({ hubCaches, dial, env: {} });
  await startDeployer(t, world, {
    members,
    hubCaches,
    metrics: { finished: ({ key }) => finished.push(key) },
  });
  t.after(async () => {
    await members.close();
    await hubCaches.close();
  });
  return members;
}

async function startAgentDeployer(t: TestContext, world: TestWorld, finished: string[] = []): Promise<void> {
  const hubCaches = new SharedCaches({ client: world.hub.newClient() });
  const members = agentDeployMembers({
    hubCaches,
    namespace: MEMBER,
    memberClient: world.member.newClient(),
  });
  const metrics = { finished: ({ key }: { key: string }) => finished.push(key) };
  await startDeployer(t, world, { members, hubCaches, namespace: MEMBER, metrics });
  t.after(async () => {
    await members.close();
    await hubCaches.close();
  });
}

function deployerSecret(world: TestWorld, server: string, token: string): KubeObject {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'child-cluster-deployer', namespace: MEMBER },
    data: {
      'ca.crt': base64(world.member.ca),
      token: base64(token),
      'apiserver-advertise-url': base64(server),
    },
  };
}

async function join(
  world: TestWorld,
  status: ManagedCluster['status'],
  changes: Partial<ManagedCluster> = {},
): Promise<void> {
  const { direct } = world.hub;
  const labels = { 'clusters.clusternet.io/cluster-id': CLUSTER_ID };
  await direct.patch(NAMESPACES, { name: MEMBER }, { type: 'merge', body: { metadata: { labels } } });
  await direct.create(MANAGED_CLUSTERS, managedCluster(MEMBER, changes));
  await direct.patch(MANAGED_CLUSTERS, KEY, { type: 'merge', body: { status } }, { subresource: 'status' });
}

async function setMode({ hub }: TestWorld, syncMode: 'Push' | 'Pull'): Promise<void> {
  await hub.direct.patch(MANAGED_CLUSTERS, KEY, { type: 'merge', body: { spec: { syncMode } } });
}

test('hub and agent take turns, live: nothing is applied twice, and nothing is missed', async (t) => {
  const world = await startUnjoinedWorld(t);
  const { member, configMaps, describe } = world;
  await world.hub.direct.create(SECRETS, deployerSecret(world, member.server, 'any'));
  await join(world, { appPusher: true });
  const [byHub, byAgent]: [string[], string[]] = [[], []];
  await startHubDeployer(t, world, byHub);
  await startAgentDeployer(t, world, byAgent);
  const applies = (): number => member.requests.filter((line) => line.startsWith('PATCH')).length;

  await describe('app', [configMap('a', { x: '0' })]);
  await eventually('the hub pushes', async () => (await configMaps())['a']?.['x'] === '0');
  await eventually('it is written down', async () => {
    const { status } = (await world.description('app')) ?? {};
    return status?.phase === 'Success' && status.applied !== undefined;
  });
  for (const [mode, takes] of [
    ['Pull', byAgent],
    ['Push', byHub],
  ] as const) {
    takes.length = 0;
    await setMode(world, mode);
    await eventually('the other has looked', () => takes.length > 0);
  }
  assert.equal(applies(), 1, 'a change of hands writes nothing');

  for (let round = 1; round <= 6; round++) {
    await describe('app', [configMap('a', { x: String(round) }), configMap(`r${round}`)]);
    await setMode(world, round % 2 === 0 ? 'Push' : 'Pull');
    const names = ['a', `r${round}`].join();
    await eventually(`round ${round}`, async () => {
      const found = await configMaps();
      return found['a']?.['x'] === String(round) && Object.keys(found).join() === names;
    });
  }
  await eventually(
    'told',
    async () => (await world.description('app'))?.status?.manifestStatuses?.[1]?.name === 'r6',
  );
});

test('a credential that is renewed is used at once, by the same client', async (t) => {
  const world = await startUnjoinedWorld(t);
  const { hub, member, describe, configMaps, description } = world;
  const account = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'deployer', namespace: 'default' },
  };
  const accounts = { group: '', version: 'v1', resource: 'serviceaccounts' };
  await member.direct.create(accounts, account);
  await member.direct.create(
    { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterrolebindings' },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'deployer' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', name: 'deployer', namespace: 'default' }],
    },
  );
  const request: KubeObject = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata: {},
    spec: {},
  };
  const answer = await member.direct.create(accounts, request, {
    namespace: 'default',
    name: 'deployer',
    subresource: 'token',
  });
  const { token } = answer['status'] as { token: string };

  await join(world, { appPusher: true });
  await startHubDeployer(t, world);
  await describe('app', [configMap('a')]);
  const reason = async (): Promise<string> => (await description('app'))?.status?.reason ?? '';
  await eventually('told', async () => /has no credential yet/.test(await reason()));
  await hub.direct.create(SECRETS, deployerSecret(world, member.ownServer, 'outdated'));
  await eventually('refused', async () => /nauthorized/.test(await reason()));
  await hub.direct.update(SECRETS, deployerSecret(world, member.ownServer, token));
  await eventually('there', async () => 'a' in (await configMaps()));
});

test('a member without an agent is pushed to with its kubeconfig, whatever its mode', async (t) => {
  const world = await startUnjoinedWorld(t);
  const { hub, member, describe, configMaps } = world;
  const kubeconfig = formatKubeconfig([{ name: 'm', server: member.server, ca: member.ca, token: 'any' }]);
  await hub.direct.create(SECRETS, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'member-kubeconfig', namespace: MEMBER },
    data: { kubeconfig: Buffer.from(kubeconfig).toString('base64') },
  });
  const body = { metadata: { labels: { 'banyan.dev/access': 'kubeconfig' } } };
  await hub.direct.patch(NAMESPACES, { name: MEMBER }, { type: 'merge', body });
  await join(world, {}, { spec: { clusterId: CLUSTER_ID, syncMode: 'Pull' } });
  await startHubDeployer(t, world);
  await describe('app', [configMap('a')]);
  await eventually('there', async () => 'a' in (await configMaps()));
});

for (const [what, finalizers] of [
  [
    'a work that ends before it is heard that its member was let go takes nothing away',
    ['banyan.dev/member'],
  ],
  ['nor does one whose member has gone by then', []],
] as const) {
  test(what, async (t) => {
    const world = await startUnjoinedWorld(t);
    const { describe, description, endDescription, configMaps } = world;
    const metadata = { name: 'member', namespace: MEMBER, finalizers: [...finalizers] };
    await join(world, { appPusher: true }, { metadata });
    // To this deployer it is ours to the end.
    await startDeployer(t, world);
    await describe('app', [configMap('a')]);
    await eventually('there', async () => 'a' in (await configMaps()));
    await world.hub.direct.delete(MANAGED_CLUSTERS, KEY);
    await endDescription('app');
    await eventually('the work has ended', async () => (await description('app')) === undefined);
    assert.deepEqual(Object.keys(await configMaps()), ['a']);
  });
}

test('works of a member that has gone, or leaves as an orphan, end without a word to it', async (t) => {
  const world = await startUnjoinedWorld(t);
  const { hub, member, describe, description, endDescription, configMaps } = world;
  await hub.direct.create(SECRETS, deployerSecret(world, member.server, 'any'));
  await join(
    world,
    { appPusher: true },
    {
      metadata: { name: 'member', namespace: MEMBER, finalizers: ['banyan.dev/member'] },
    },
  );
  const members = await startHubDeployer(t, world);
  await describe('app', [configMap('a')]);
  await eventually('there', async () => 'a' in (await configMaps()));
  await hub.direct.delete(MANAGED_CLUSTERS, KEY);
  await eventually('it is known to leave', () => members.stateOf(MEMBER).kind === 'released');
  await endDescription('app');
  await eventually('the Description is gone', async () => (await description('app')) === undefined);
  assert.deepEqual(Object.keys(await configMaps()), ['a'], 'what runs there stays');
});

test('a member that leaves and is to be drained is rid of all before it goes', async (t) => {
  const world = await startUnjoinedWorld(t);
  const { hub, member, describe, description, configMaps } = world;
  await hub.direct.create(SECRETS, deployerSecret(world, member.server, 'any'));
  await join(
    world,
    { appPusher: true },
    {
      metadata: {
        name: 'member',
        namespace: MEMBER,
        finalizers: ['banyan.dev/member'],
        annotations: { 'banyan.dev/leave': 'drain' },
      },
    },
  );
  await startHubDeployer(t, world);
  await describe('app', [configMap('a')]);
  await eventually('there', async () => 'a' in (await configMaps()));
  await hub.direct.delete(MANAGED_CLUSTERS, KEY);
  const leaving = await hub.direct.get<ManagedCluster>(MANAGED_CLUSTERS, KEY);
  const drain = drainMember(hub.direct);
  const { signal } = new AbortController();
  assert.notEqual(await drain(leaving, signal), 'done');
  await eventually('drained', async () => (await drain(leaving, signal)) === 'done');
  assert.equal(await description('app'), undefined);
  assert.deepEqual(await configMaps(), {});
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { APPROVED_ANNOTATION } from '@banyan/api/banyan';
import { CLUSTER_REGISTRATION_REQUESTS, MANAGED_CLUSTERS } from '@banyan/api/clusternet';
import { isForbidden, isNotFound, isUnauthorized, type KubeClient } from '@banyan/kube';
import { eventually, FakeClock } from '@banyan/testing';
import { openToken, tokenExpiry } from '../../sealed-token/index.ts';
import { CLUSTER_ROLE_BINDINGS, NAMESPACES, ROLES, SECRETS, SERVICE_ACCOUNTS } from '../hub-resources.ts';
import { createJoinToken } from '../join-tokens/manage-join-tokens.ts';
import { TestAgent } from '../test-agent.ts';
import { startMembership, startTestHub } from '../test-hub.ts';
import { approveRequest, denyRequest } from './decide-request.ts';

const HOUR_MS = 3_600_000;
const { signal } = new AbortController();

async function approved(agent: TestAgent): Promise<string> {
  await eventually(
    `${agent.name} is approved`,
    async () => (await agent.request())?.status?.result === 'Approved',
  );
  return openToken(agent.privateKey, (await agent.request())?.status?.token ?? '');
}

async function denied(agent: TestAgent): Promise<string> {
  await eventually(
    `${agent.name} is denied`,
    async () => (await agent.request())?.status?.result === 'Denied',
  );
  const status = (await agent.request())?.status;
  assert.equal(status?.token, undefined);
  return status?.errorMessage ?? '';
}

async function forbidden(what: string, request: Promise<unknown>): Promise<void> {
  await assert.rejects(request, isForbidden, what);
}

async function isRefusedTo(client: KubeClient, agent: TestAgent): Promise<boolean> {
  return client.get(MANAGED_CLUSTERS, { namespace: agent.namespace, name: agent.name }).then(
    () => false,
    (error: unknown) => isUnauthorized(error) || isForbidden(error),
  );
}

suite('registration on an embedded API server', () => {
  test('gives an agent a sealed credential that is good for its own things and nothing else', async () => {
    await using hub = await startTestHub();
    await using _running = await startMembership(hub.hubClient);
    const one = new TestAgent(hub.hubClient, 'one', randomUUID());
    const two = new TestAgent(hub.hubClient, 'two', randomUUID());
    await one.register({ clusterType: 'EdgeCluster', clusterLabels: { zone: 'a' }, syncMode: 'Dual' });
    await two.register();
    const client = hub.clientWith({ token: await approved(one) });
    await approved(two);

    const { status } = (await one.request()) ?? {};
    assert.equal(status?.dedicatedNamespace, 'clusternet-one');
    assert.equal(status?.managedClusterName, 'one');
    assert.equal(Buffer.from(status?.caCertificate ?? '', 'base64').toString(), hub.ca);
    const member = await one.member();
    assert.equal(member?.metadata.labels?.['zone'], 'a');
    assert.equal(member?.metadata.labels?.['clusters.clusternet.io/cluster-id'], one.clusterId);
    assert.deepEqual([member?.spec.clusterType, member?.spec.syncMode], ['EdgeCluster', 'Dual']);

    const own = { namespace: 'clusternet-one', name: 'one' };
    await client.get(MANAGED_CLUSTERS, own);
    await client.patch(
      MANAGED_CLUSTERS,
      own,
      { type: 'merge', body: { status: { readyz: true } } },
      { subresource: 'status' },
    );
    await client.get(CLUSTER_REGISTRATION_REQUESTS, { name: one.requestName });
    const secret = (name: string) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, namespace: 'clusternet-one' },
    });
    await client.create(SECRETS, secret('member-gateway'));
    await client.get(SECRETS, { namespace: 'clusternet-one', name: 'member-gateway' });
    await client.delete(SECRETS, { namespace: 'clusternet-one', name: 'member-gateway' });
    await hub.hubClient.create(SECRETS, secret('other'));

    await forbidden('another request', client.get(CLUSTER_REGISTRATION_REQUESTS, { name: two.requestName }));
    await forbidden('all requests', client.list(CLUSTER_REGISTRATION_REQUESTS));
    await forbidden(
      "another's record",
      client.get(MANAGED_CLUSTERS, { namespace: 'clusternet-two', name: 'two' }),
    );
    await forbidden(
      "another's secrets",
      client.get(SECRETS, { namespace: 'clusternet-two', name: 'member-gateway' }),
    );
    await forbidden(
      'other secrets of its own',
      client.get(SECRETS, { namespace: 'clusternet-one', name: 'other' }),
    );
    await forbidden(
      'the end of other secrets of its own',
      client.delete(SECRETS, { namespace: 'clusternet-one', name: 'other' }),
    );
    await forbidden('a list of secrets', client.list(SECRETS, { namespace: 'clusternet-one' }));
    await forbidden(
      'its own role',
      client.get(ROLES, { namespace: 'clusternet-one', name: 'clusternet-managedcluster-role' }),
    );
    await forbidden(
      'a token of its own',
      client.create(
        SERVICE_ACCOUNTS,
        { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata: {} },
        { namespace: 'clusternet-one', name: 'clusternet-one', subresource: 'token' },
      ),
    );
    await forbidden('the end of its record', client.delete(MANAGED_CLUSTERS, own));
    assert.deepEqual(hub.defects, []);
  });

  test('renews a credential when half of its life is over, and only then', async () => {
    const clock = new FakeClock(Date.now());
    await using hub = await startTestHub({ now: () => new Date(clock.now()) });
    await using _running = await startMembership(hub.hubClient, {
      clock,
      agentTokenLifetimeMs: 24 * HOUR_MS,
    });
    const agent = new TestAgent(hub.hubClient, 'one', randomUUID());
    await agent.register();
    const first = await approved(agent);
    const version = async () => (await agent.request())?.metadata.resourceVersion;
    const before = await version();
    await clock.advance(11 * HOUR_MS);
    assert.equal(await version(), before);
    await clock.advance(HOUR_MS);
    await eventually('it is renewed', async () => {
      await clock.advance(100);
      return (await version()) !== before;
    });
    const second = await approved(agent);
    const ends = [first, second].map((token) => tokenExpiry(token)?.getTime() ?? 0);
    assert.ok((ends[1] ?? 0) >= (ends[0] ?? 0) + 11 * HOUR_MS);
    await hub
      .clientWith({ token: second })
      .get(MANAGED_CLUSTERS, { namespace: 'clusternet-one', name: 'one' });
  });

  test('seals again to an account that was made anew', async () => {
    await using hub = await startTestHub();
    await using _running = await startMembership(hub.hubClient);
    const agent = new TestAgent(hub.hubClient, 'one', randomUUID());
    await agent.register();
    const first = await approved(agent);
    await hub.hubClient.delete(SERVICE_ACCOUNTS, { namespace: 'clusternet-one', name: 'clusternet-one' });
    await eventually('there is another credential', async () => (await approved(agent)) !== first);
    const client = hub.clientWith({ token: await approved(agent) });
    await client.get(MANAGED_CLUSTERS, { namespace: 'clusternet-one', name: 'one' });
  });

  test('repairs what was taken away from an agent, and leaves alone what is not to be updated', async () => {
    await using hub = await startTestHub();
    await using _running = await startMembership(hub.hubClient);
    const agent = new TestAgent(hub.hubClient, 'one', randomUUID());
    await agent.register();
    await approved(agent);
    const binding = { name: agent.requestName };
    await hub.hubClient.delete(CLUSTER_ROLE_BINDINGS, binding);
    const exists = () =>
      hub.hubClient.get(CLUSTER_ROLE_BINDINGS, binding).then(
        () => true,
        () => false,
      );
    await eventually('the binding is back', exists);
    const role = { namespace: 'clusternet-one', name: 'clusternet-managedcluster-role' };
    const mine = { metadata: { annotations: { 'clusternet.io/autoupdate': 'false' } }, rules: [] };
    await hub.hubClient.patch(ROLES, role, { type: 'merge', body: mine });
    // Something that the hub certainly repairs, after it has seen the change above.
    await hub.hubClient.delete(CLUSTER_ROLE_BINDINGS, binding);
    await eventually('the binding is back again', exists);
    assert.deepEqual((await hub.hubClient.get(ROLES, role))['rules'] ?? [], []);
  });

  test('waits for a person where approval is manual, and nobody approves himself', async () => {
    await using hub = await startTestHub();
    await using _running = await startMembership(hub.hubClient, { approve: 'manual' });
    const [one, two, self] = ['one', 'two', 'self'].map(
      (name) => new TestAgent(hub.hubClient, name, randomUUID()),
    );
    assert.ok(one && two && self);
    await self.register({}, { annotations: { [APPROVED_ANNOTATION]: 'true' } });
    await one.register();
    await two.register();
    await approveRequest({ hubClient: hub.hubClient, name: 'one', signal });
    await denyRequest({ hubClient: hub.hubClient, name: two.clusterId, reason: 'not one of ours', signal });
    await approved(one);
    assert.equal(await denied(two), 'not one of ours');
    assert.equal((await self.request())?.status?.result, undefined);
    assert.equal(await self.member(), undefined);
    await assert.rejects(
      approveRequest({ hubClient: hub.hubClient, name: 'three', signal }),
      /no request "three"\. These wait: clusternet-/,
    );
  });

  test('takes everything away from a member that a person refuses afterwards', async () => {
    await using hub = await startTestHub();
    await using _running = await startMembership(hub.hubClient);
    const agent = new TestAgent(hub.hubClient, 'one', randomUUID());
    await agent.register();
    const client = hub.clientWith({ token: await approved(agent) });
    await denyRequest({ hubClient: hub.hubClient, name: 'one', reason: 'stolen', signal });
    assert.equal(await denied(agent), 'stolen');
    await eventually('its credential is void', () => isRefusedTo(client, agent));
  });

  test('takes everything away from a member whose request is made that of another cluster', async () => {
    await using hub = await startTestHub();
    await using _running = await startMembership(hub.hubClient);
    const agent = new TestAgent(hub.hubClient, 'one', randomUUID());
    await agent.register();
    const client = hub.clientWith({ token: await approved(agent) });
    const body = { spec: { clusterId: randomUUID() } };
    await hub.hubClient.patch(
      CLUSTER_REGISTRATION_REQUESTS,
      { name: agent.requestName },
      { type: 'merge', body },
    );
    assert.match(await denied(agent), /has to be "clusternet-/);
    await eventually('its credential is void', () => isRefusedTo(client, agent));
  });

  test('does not deny a member because someone takes the mark off its namespace', async () => {
    await using hub = await startTestHub();
    await using _running = await startMembership(hub.hubClient);
    const agent = new TestAgent(hub.hubClient, 'one', randomUUID());
    await agent.register();
    const client = hub.clientWith({ token: await approved(agent) });
    const mark = (clusterId: string | null) =>
      hub.hubClient.patch(
        NAMESPACES,
        { name: agent.namespace },
        { type: 'merge', body: { metadata: { labels: { 'clusters.clusternet.io/cluster-id': clusterId } } } },
      );
    await mark(null);
    await hub.hubClient.delete(CLUSTER_ROLE_BINDINGS, { name: agent.requestName });
    await mark(agent.clusterId);
    await eventually('it is put right', () =>
      hub.hubClient.get(CLUSTER_ROLE_BINDINGS, { name: agent.requestName }).then(
        () => true,
        () => false,
      ),
    );
    assert.equal((await agent.request())?.status?.result, 'Approved');
    await client.get(MANAGED_CLUSTERS, { namespace: agent.namespace, name: agent.name });
  });

  test('denies a name that is taken, until it is free', async () => {
    await using hub = await startTestHub();
    await using _running = await startMembership(hub.hubClient);
    const first = new TestAgent(hub.hubClient, 'one', randomUUID());
    const second = new TestAgent(hub.hubClient, 'one', randomUUID());
    await first.register();
    await approved(first);
    await second.register({ clusterNamespace: 'elsewhere' });
    assert.match(await denied(second), new RegExp(`"one" is taken by cluster ${first.clusterId}`));
    await hub.hubClient.delete(MANAGED_CLUSTERS, { namespace: 'clusternet-one', name: 'one' });
    await approved(second);
    assert.equal((await second.member('elsewhere'))?.spec.clusterId, second.clusterId);
  });

  test('gives a name that many ask for at once to one of them', async () => {
    await using hub = await startTestHub();
    await using _running = await startMembership(hub.hubClient);
    const agents = Array.from({ length: 8 }, () => new TestAgent(hub.hubClient, 'one', randomUUID()));
    await Promise.all(agents.map((agent, at) => agent.register({ clusterNamespace: `space-${at}` })));
    const results = async () =>
      (await Promise.all(agents.map((agent) => agent.request()))).map((request) => request?.status?.result);
    // A rival is looked at again when the name is given away.
    await eventually('all are decided', async () =>
      (await results()).every((result) => result !== undefined),
    );
    assert.equal((await results()).filter((result) => result === 'Approved').length, 1);
    assert.equal((await hub.hubClient.list(MANAGED_CLUSTERS)).items.length, 1);
  });

  test('denies a namespace that is not its own, in words that say what to do', async () => {
    await using hub = await startTestHub();
    await using _running = await startMembership(hub.hubClient);
    const agent = new TestAgent(hub.hubClient, 'one', randomUUID());
    const name = 'clusternet-one';
    await hub.hubClient.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    await agent.register();
    assert.match(
      await denied(agent),
      /namespace "clusternet-one" of the hub exists and is not the namespace of a member/,
    );
    const labels = { 'clusters.clusternet.io/cluster-id': agent.clusterId };
    await hub.hubClient.patch(NAMESPACES, { name }, { type: 'merge', body: { metadata: { labels } } });
    await approved(agent);
  });

  test('denies labels that are none', async () => {
    await using hub = await startTestHub();
    await using _running = await startMembership(hub.hubClient);
    const agent = new TestAgent(hub.hubClient, 'one', randomUUID());
    await agent.register({ clusterLabels: { 'no label': '!' } });
    assert.match(await denied(agent), /no label/);
  });

  test('gives an unmodified agent the plain token of a Secret', async () => {
    await using hub = await startTestHub();
    await using _running = await startMembership(hub.hubClient);
    const agent = new TestAgent(hub.hubClient, 'one', randomUUID());
    await agent.register({}, { isOld: true });
    const key = { namespace: 'clusternet-one', name: 'member-agent-token' };
    await eventually('there is a token Secret', () =>
      hub.hubClient.get(SECRETS, key).then(
        () => true,
        () => false,
      ),
    );
    assert.equal((await agent.request())?.status?.result, undefined);
    // What a controller of Kubernetes does.
    const token = Buffer.from('a.plain.token').toString('base64');
    await hub.hubClient.patch(SECRETS, key, { type: 'merge', body: { data: { token } } });
    await eventually('it is approved', async () => (await agent.request())?.status?.result === 'Approved');
    assert.equal((await agent.request())?.status?.token, token);
  });

  test('leaves nothing behind that was not there: a second start writes nothing', async () => {
    await using hub = await startTestHub();
    const agent = new TestAgent(hub.hubClient, 'one', randomUUID());
    await agent.register();
    const versions = async () => {
      const lists = [
        CLUSTER_REGISTRATION_REQUESTS,
        MANAGED_CLUSTERS,
        CLUSTER_ROLE_BINDINGS,
        ROLES,
        SERVICE_ACCOUNTS,
      ];
      const all = await Promise.all(lists.map((resource) => hub.hubClient.list(resource)));
      return all
        .flatMap(({ items }) => items.map(({ metadata }) => `${metadata.uid}:${metadata.resourceVersion}`))
        .toSorted();
    };
    {
      await using _first = await startMembership(hub.hubClient);
      await approved(agent);
      await eventually(
        'the lifecycle has spoken',
        async () => (await agent.member())?.status?.conditions !== undefined,
      );
    }
    const before = await versions();
    const other = new TestAgent(hub.hubClient, 'other', randomUUID());
    {
      await using _second = await startMembership(hub.hubClient);
      await other.register();
      await approved(other);
    }
    const after = await versions();
    for (const version of before) assert.ok(after.includes(version), version);
  });

  test('with a bootstrap token one can ask, and read an answer that is of no use to others', async () => {
    await using hub = await startTestHub();
    await using _running = await startMembership(hub.hubClient);
    const { token } = await createJoinToken({ hubClient: hub.hubClient, signal });
    const guest = hub.clientWith({ token });
    const agent = new TestAgent(guest, 'one', randomUUID());
    await agent.register();
    await approved(agent);
    const thief = new TestAgent(guest, 'one', agent.clusterId);
    const sealed = (await thief.request())?.status?.token ?? '';
    assert.throws(() => openToken(thief.privateKey, sealed), /another key/);
    await assert.rejects(thief.register(), (error) => !isNotFound(error));
    await forbidden('changing a request', approveRequest({ hubClient: guest, name: 'one', signal }));
    await forbidden(
      'deleting a request',
      guest.delete(CLUSTER_REGISTRATION_REQUESTS, { name: agent.requestName }),
    );
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { GroupVersionResource } from '@banyan/api';
import { LEAVE_ANNOTATION, MEMBER_FINALIZER } from '@banyan/api/banyan';
import { APPS_FINALIZER, CLUSTER_REGISTRATION_REQUESTS, MANAGED_CLUSTERS } from '@banyan/api/clusternet';
import { isForbidden, isNotFound, isUnauthorized, type KubeClient, type ObjectKey } from '@banyan/kube';
import { eventually, FakeClock } from '@banyan/testing';
import { openToken } from '../../sealed-token/index.ts';
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  NAMESPACES,
  ROLE_BINDINGS,
  ROLES,
  SECRETS,
  SERVICE_ACCOUNTS,
} from '../hub-resources.ts';
import { TestAgent } from '../test-agent.ts';
import { approveRequest } from '../registration/decide-request.ts';
import { startMembership, startTestHub } from '../test-hub.ts';
import { leaveMember } from './leave-member.ts';

const { signal } = new AbortController();

async function exists(client: KubeClient, resource: GroupVersionResource, key: ObjectKey): Promise<boolean> {
  return client.get(resource, key).then(
    () => true,
    (error: unknown) => {
      if (isNotFound(error)) return false;
      throw error;
    },
  );
}

/** What the controllers of a cluster do: the end of a namespace that holds nothing more. */
async function finishNamespace(client: KubeClient, name: string): Promise<void> {
  const namespace = await client.get(NAMESPACES, { name });
  await client.update(NAMESPACES, { ...namespace, spec: { finalizers: [] } }, { subresource: 'finalize' });
}

async function approved(agent: TestAgent): Promise<string> {
  await eventually('it is approved', async () => (await agent.request())?.status?.result === 'Approved');
  return openToken(agent.privateKey, (await agent.request())?.status?.token ?? '');
}

/** Nothing of the member is left; the namespace waits only for the cluster's own controllers. */
async function isGone(hubClient: KubeClient, agent: TestAgent): Promise<boolean> {
  const { namespace } = agent;
  const role = { namespace, name: 'clusternet-managedcluster-role' };
  const left = await Promise.all([
    exists(hubClient, MANAGED_CLUSTERS, { namespace, name: agent.name }),
    exists(hubClient, CLUSTER_REGISTRATION_REQUESTS, { name: agent.requestName }),
    exists(hubClient, CLUSTER_ROLES, { name: agent.requestName }),
    exists(hubClient, CLUSTER_ROLE_BINDINGS, { name: agent.requestName }),
    exists(hubClient, ROLES, role),
    exists(hubClient, ROLE_BINDINGS, role),
    exists(hubClient, SERVICE_ACCOUNTS, { namespace, name: namespace }),
    exists(hubClient, SECRETS, { namespace, name: 'child-cluster-deployer' }),
  ]);
  return !left.includes(true);
}

suite('leaving', () => {
  const ways: readonly (readonly [string, (hubClient: KubeClient, agent: TestAgent) => Promise<unknown>])[] =
    [
      [
        'the command, to forget it',
        (hubClient, agent) => leaveMember({ hubClient, name: agent.name, forget: true, wait: true, signal }),
      ],
      [
        'the record deleted by hand',
        (hubClient, agent) =>
          hubClient.delete(MANAGED_CLUSTERS, { namespace: agent.namespace, name: agent.name }),
      ],
      [
        'the request deleted by hand',
        (hubClient, agent) => hubClient.delete(CLUSTER_REGISTRATION_REQUESTS, { name: agent.requestName }),
      ],
      [
        'the namespace deleted by hand',
        async (hubClient, agent) => {
          await hubClient.delete(NAMESPACES, { name: agent.namespace });
          await hubClient.delete(MANAGED_CLUSTERS, { namespace: agent.namespace, name: agent.name });
        },
      ],
      [
        'the record torn out, finalizer and all',
        async (hubClient, agent) => {
          const key = { namespace: agent.namespace, name: agent.name };
          await hubClient.patch(MANAGED_CLUSTERS, key, {
            type: 'merge',
            body: { metadata: { finalizers: null } },
          });
          await hubClient.delete(MANAGED_CLUSTERS, key);
        },
      ],
    ];
  for (const [way, leave] of ways) {
    test(`${way}: everything goes, the credential is void, and the cluster may come back`, async () => {
      await using hub = await startTestHub();
      const { hubClient } = hub;
      await using _running = await startMembership(hubClient);
      const agent = new TestAgent(hubClient, 'one', randomUUID());
      await agent.register();
      const agentClient = hub.clientWith({ token: await approved(agent) });
      const deployer = {
        name: 'child-cluster-deployer',
        namespace: agent.namespace,
        finalizers: [APPS_FINALIZER],
      };
      await hubClient.create(SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata: deployer });
      await leave(hubClient, agent);
      await eventually('nothing is left', () => isGone(hubClient, agent));
      await assert.rejects(
        agentClient.get(CLUSTER_REGISTRATION_REQUESTS, { name: agent.requestName }),
        (error) => isUnauthorized(error) || isForbidden(error),
      );
      const namespace = await hubClient.get(NAMESPACES, { name: agent.namespace }).catch(() => undefined);
      if (namespace?.metadata.deletionTimestamp !== undefined)
        await finishNamespace(hubClient, agent.namespace);
      await agent.register();
      await approved(agent);
      assert.equal((await agent.member())?.metadata.deletionTimestamp, undefined);
      assert.deepEqual(hub.defects, []);
    });
  }

  test('lasts when a person asked for it: the cluster stays out, whoever has its name meanwhile, until he approves it', async () => {
    await using hub = await startTestHub();
    const { hubClient } = hub;
    const [first, second] = [
      new TestAgent(hubClient, 'one', randomUUID()),
      new TestAgent(hubClient, 'one', randomUUID()),
    ];
    const isDenied = async () => (await first.request())?.status?.result === 'Denied';
    {
      await using _running = await startMembership(hubClient);
      await first.register();
      await approved(first);
      await leaveMember({ hubClient, name: 'one', wait: true, signal });
      await eventually('it is denied', isDenied);
    }
    const { errorMessage = '', ...rest } = (await first.request())?.status ?? {};
    assert.deepEqual(rest, { result: 'Denied' });
    assert.match(errorMessage, /^member "one" was let go at 20\d\d-.*banyan approve one$/);

    // A hub that starts looks at every request.
    await using _again = await startMembership(hubClient);
    await second.register();
    await finishNamespace(hubClient, 'clusternet-one');
    await approved(second);
    assert.equal(await isDenied(), true);
    await assert.rejects(
      approveRequest({ hubClient, name: 'one', signal }),
      /several.*\(Approved\).*\(Denied\)|several.*\(Denied\).*\(Approved\)/,
    );

    await leaveMember({ hubClient, name: 'one', forget: true, wait: true, signal });
    await finishNamespace(hubClient, 'clusternet-one');
    assert.equal(await isDenied(), true);
    await approveRequest({ hubClient, name: 'one', signal });
    await hub
      .clientWith({ token: await approved(first) })
      .get(MANAGED_CLUSTERS, { namespace: 'clusternet-one', name: 'one' });
    assert.equal((await first.member())?.spec.clusterId, first.clusterId);
    assert.deepEqual(hub.defects, []);
  });

  test('does not keep the name from another cluster: that one waits until the namespace is gone', async () => {
    await using hub = await startTestHub();
    const { hubClient } = hub;
    // In which time stands still: the end of the namespace is seen, not looked for.
    const clock = new FakeClock(Date.now());
    await using _running = await startMembership(hubClient, { clock });
    const [first, second] = [
      new TestAgent(hubClient, 'one', randomUUID()),
      new TestAgent(hubClient, 'one', randomUUID()),
    ];
    await first.register();
    await approved(first);
    await leaveMember({ hubClient, name: 'one', wait: true, signal });
    await second.register();
    const third = new TestAgent(hubClient, 'three', randomUUID());
    await third.register();
    await approved(third);
    await finishNamespace(hubClient, 'clusternet-one');
    await approved(second);
  });

  test('goes on where a hub that was killed stopped', async () => {
    await using hub = await startTestHub();
    const { hubClient } = hub;
    const agent = new TestAgent(hubClient, 'one', randomUUID());
    await agent.register();
    {
      await using _first = await startMembership(hubClient);
      await approved(agent);
    }
    await hubClient.delete(CLUSTER_REGISTRATION_REQUESTS, { name: agent.requestName });
    await hubClient.delete(SERVICE_ACCOUNTS, { namespace: agent.namespace, name: agent.namespace });
    await using _second = await startMembership(hubClient);
    await eventually('nothing is left', () => isGone(hubClient, agent));
  });

  test('drains first if asked to, for as long as that takes, or until the person no longer wants it', async () => {
    await using hub = await startTestHub();
    const { hubClient } = hub;
    let drains = 0;
    await using _running = await startMembership(hubClient, {
      drainMember: () => {
        drains += 1;
        return Promise.resolve({ requeueAfterMs: 10 });
      },
    });
    const agent = new TestAgent(hubClient, 'one', randomUUID());
    await agent.register();
    const token = await approved(agent);
    await leaveMember({ hubClient, name: 'one', drain: true, signal });
    await eventually('it was asked more than once', () => drains > 2);
    assert.equal((await agent.member())?.metadata.annotations?.[LEAVE_ANNOTATION], 'drain');
    await hub.clientWith({ token }).get(CLUSTER_REGISTRATION_REQUESTS, { name: agent.requestName });
    await leaveMember({ hubClient, name: 'one', forget: true, wait: true, signal });
    await eventually('nothing is left', () => isGone(hubClient, agent));
  });

  test('leaves a namespace that was there before', async () => {
    await using hub = await startTestHub();
    const { hubClient } = hub;
    await using _running = await startMembership(hubClient);
    const agent = new TestAgent(hubClient, 'one', randomUUID());
    const labels = { 'clusters.clusternet.io/cluster-id': agent.clusterId };
    await hubClient.create(NAMESPACES, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: agent.namespace, labels },
    });
    await agent.register();
    await approved(agent);
    assert.deepEqual((await agent.member())?.metadata.finalizers, [MEMBER_FINALIZER]);
    await leaveMember({ hubClient, name: agent.clusterId, forget: true, wait: true, signal });
    await eventually('nothing is left', () => isGone(hubClient, agent));
    assert.equal(
      (await hubClient.get(NAMESPACES, { name: agent.namespace })).metadata.deletionTimestamp,
      undefined,
    );
  });

  test('of one who is not there is refused, and says who is', async () => {
    await using hub = await startTestHub();
    const { hubClient } = hub;
    await assert.rejects(
      leaveMember({ hubClient, name: 'two', signal }),
      /no member "two"\. The hub has no members/,
    );
  });
});

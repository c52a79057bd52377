import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { GATEWAY_SECRET } from '@banyan/api/banyan';
import {
  CLUSTER_REGISTRATION_REQUESTS,
  DEPLOYER_SECRET,
  DESCRIPTIONS,
  MANAGED_CLUSTERS,
  PARENT_SECRET,
  SYSTEM_NAMESPACE,
} from '@banyan/api/clusternet';
import type { Secret } from '@banyan/api/objects';
import type { KubeClient } from '@banyan/kube';
import { eventually } from '@banyan/testing';
import { leaveMember } from '../hub/leave/leave-member.ts';
import { approveRequest } from '../hub/registration/decide-request.ts';
import { caHash } from './parent/ca-hash.ts';
import type { RunAgentOptions } from './run-agent.ts';
import {
  startAgent,
  startAnsweringHub,
  startApprover,
  startTestMember,
  theMember,
  TOKEN,
  type RunningAgent,
} from './test-fleet.ts';

const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
const SERVICE_ACCOUNTS = { group: '', version: 'v1', resource: 'serviceaccounts' };
const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
const NODES = { group: '', version: 'v1', resource: 'nodes' };
const LEASES = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' };
const SELF_REVIEWS = { group: 'authentication.k8s.io', version: 'v1', resource: 'selfsubjectreviews' };
const PARENT = { namespace: SYSTEM_NAMESPACE, name: PARENT_SECRET };

function selfReview(): KubeObject {
  return { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview', metadata: {} };
}

async function isReady({ state }: RunningAgent): Promise<boolean> {
  return state.readiness(performance.now()).isReady && state.isLeading;
}

/** A failure shows what was said instead. */
async function says(agent: RunningAgent, words: RegExp): Promise<void> {
  try {
    await eventually(String(words), () => agent.lines.some((line) => words.test(line)));
  } catch (error) {
    throw new Error(agent.lines.join('\n'), { cause: error });
  }
}

async function text(
  client: KubeClient,
  key: { namespace: string; name: string },
  field: string,
): Promise<string> {
  const { data } = await client.get<Secret>(SECRETS, key);
  return Buffer.from(data?.[field] ?? '', 'base64').toString('utf8');
}

async function clusterId(admin: KubeClient): Promise<string> {
  const lease = await admin.get(LEASES, { namespace: SYSTEM_NAMESPACE, name: 'clusternet-agent' });
  return lease.metadata.uid ?? '';
}

suite('an agent', () => {
  test('registers, reports its cluster, gives the hub its ways in, and says no secret', async () => {
    await using answering = await startAnsweringHub();
    await using member = await startTestMember();
    const { hub } = answering;
    await member.admin.create(NODES, {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n1', labels: { 'node.clusternet.io/zone': 'a' } },
      status: {},
    });
    const setting = {
      parentUrl: hub.server,
      token: TOKEN,
      ca: hub.ca,
      clusterName: 'edge',
      syncMode: 'Dual',
    } as const;
    await using agent = startAgent(member, {
      ...setting,
      clusterLabels: { team: 'shop' },
      clusterCidr: '10.9.0.0/16',
    });
    await eventually('ready', () => isReady(agent));

    const seen = await theMember(hub);
    assert.equal(seen?.metadata.name, 'edge');
    assert.equal(seen?.metadata.namespace, 'clusternet-edge');
    assert.equal(seen?.metadata.labels?.['team'], 'shop');
    assert.equal(seen?.metadata.labels?.['node.clusternet.io/zone'], 'a');
    assert.equal(seen?.spec.clusterId, await clusterId(member.admin));
    assert.equal(seen?.spec.syncMode, 'Dual');
    const { status = {} } = seen;
    assert.match(status.k8sVersion ?? '', /^v1\./);
    assert.equal(status.apiserverURL, member.memberClient.connection.server);
    assert.equal(status.clusterCIDR, '10.9.0.0/16');
    assert.deepEqual([status.healthz, status.livez, status.readyz], [true, true, true]);
    assert.deepEqual(status.nodeStatistics, {
      readyNodes: 0,
      notReadyNodes: 0,
      unknownNodes: 0,
      lostNodes: 1,
    });
    assert.deepEqual([status.appPusher, status.useSocket], [true, true]);
    assert.equal(status.heartbeatFrequencySeconds, 180);
    assert.equal(status.agentVersion, 'v0.0.0-test');
    assert.equal(status.conditions?.find(({ type }) => type === 'Ready')?.status, 'True');

    const namespace = 'clusternet-edge';
    const gateway = { namespace, name: GATEWAY_SECRET };
    const deployer = { namespace, name: DEPLOYER_SECRET };
    const exists = (key: { namespace: string; name: string }) =>
      text(hub.hubClient, key, 'token').then(Boolean, () => false);
    await eventually('credentials', async () => (await exists(gateway)) && (await exists(deployer)));
    assert.equal(
      await text(hub.hubClient, gateway, 'apiserver-advertise-url'),
      member.memberClient.connection.server,
    );
    assert.equal(await text(hub.hubClient, deployer, 'service-account.name'), 'clusternet-app-deployer');
    assert.equal(await text(member.admin, PARENT, 'namespace'), namespace);

    await agent.stop();
    const log = agent.lines.join('\n');
    const secrets = [
      TOKEN,
      await text(member.admin, PARENT, 'token'),
      await text(hub.hubClient, gateway, 'token'),
      await text(hub.hubClient, deployer, 'token'),
    ];
    for (const secret of secrets) assert.equal(log.includes(secret), false);
    assert.doesNotMatch(log, /PRIVATE KEY|apply the agent's manifests/);
    assert.deepEqual(hub.defects, []);
  });

  test('deploys by itself, as the account for it, where the hub is not to push, and only there', async () => {
    await using answering = await startAnsweringHub();
    await using member = await startTestMember();
    const { hub } = answering;
    const setting = { parentUrl: hub.server, token: TOKEN, ca: hub.ca, clusterName: 'edge' };
    const seen: string[] = [];
    const deploy: RunAgentOptions['deploy'] = async ({ deployClient, hubClient, hubNamespace }, signal) => {
      const { status } = await deployClient.create(SELF_REVIEWS, selfReview(), { signal });
      const { items } = await hubClient.list(DESCRIPTIONS, { namespace: hubNamespace, signal });
      const { userInfo } = status as { userInfo: { username: string } };
      seen.push(`${userInfo.username} has ${items.length} works of ${hubNamespace}`);
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    };
    const who =
      'system:serviceaccount:clusternet-system:clusternet-app-deployer has 0 works of clusternet-edge';
    for (const [syncMode, appPusher, deploys] of [
      ['Pull', true, true],
      ['Dual', true, false],
      ['Dual', false, true],
    ] as const) {
      seen.length = 0;
      await using agent = startAgent(member, { ...setting, syncMode, appPusher }, { deploy });
      if (deploys) await eventually('it deploys', () => seen.length === 1);
      else await eventually('ready', () => isReady(agent));
      await agent.stop();
      assert.deepEqual(seen, deploys ? [who] : []);
    }
  });

  test('comes back with what it stored, without its registration token, and follows its flags', async () => {
    await using answering = await startAnsweringHub();
    await using member = await startTestMember();
    const { hub } = answering;
    const deployer = { namespace: 'clusternet-edge', name: DEPLOYER_SECRET };
    const first = startAgent(member, {
      parentUrl: hub.server,
      token: TOKEN,
      ca: hub.ca,
      clusterName: 'edge',
      syncMode: 'Dual',
    });
    await eventually('deployer', () => text(hub.hubClient, deployer, 'token').then(Boolean, () => false));
    await first.stop();
    await using second = startAgent(member, { parentUrl: hub.server, syncMode: 'Pull' });
    await eventually('ready', () => isReady(second));
    assert.equal(second.lines.join().includes('banyan token create'), false);
    await eventually('the mode follows', async () => (await theMember(hub))?.spec.syncMode === 'Pull');
    await eventually('the credential to push is taken back', () =>
      text(hub.hubClient, deployer, 'token').then(
        (token) => token === '',
        () => true,
      ),
    );
  });

  test('waits for a person, and says what to run', async () => {
    await using answering = await startAnsweringHub('manual');
    await using member = await startTestMember();
    const { hub } = answering;
    await using agent = startAgent(member, { parentUrl: hub.server, token: TOKEN, ca: hub.ca });
    await says(agent, /banyan approve clusternet-/);
    assert.equal(agent.state.readiness(performance.now()).isReady, false);
    const key = { name: `clusternet-${await clusterId(member.admin)}` };
    const { metadata } = await hub.hubClient.get(CLUSTER_REGISTRATION_REQUESTS, key);
    const body = { metadata: { annotations: { 'banyan.dev/approved': metadata.uid } } };
    await hub.hubClient.patch(CLUSTER_REGISTRATION_REQUESTS, key, { type: 'merge', body });
    await eventually('ready', () => isReady(agent));
    assert.match((await theMember(hub))?.metadata.name ?? '', /^clusternet-cluster-[0-9a-f]{5}$/);
  });

  test('that is refused says why, and registers when its request is gone', async () => {
    await using answering = await startAnsweringHub();
    await using one = await startTestMember();
    await using other = await startTestMember();
    const { hub } = answering;
    await using first = startAgent(one, {
      parentUrl: hub.server,
      token: TOKEN,
      ca: hub.ca,
      clusterName: 'edge',
    });
    await eventually('ready', () => isReady(first));
    const second = startAgent(other, {
      parentUrl: hub.server,
      token: TOKEN,
      ca: hub.ca,
      clusterName: 'edge',
    });
    await says(second, /refused the registration \(Denied\).*"edge" is taken/);
    await second.stop();
    assert.equal(await text(other.admin, PARENT, 'token'), '');
    await hub.hubClient.delete(CLUSTER_REGISTRATION_REQUESTS, {
      name: `clusternet-${await clusterId(other.admin)}`,
    });
    await using third = startAgent(other, {
      parentUrl: hub.server,
      token: TOKEN,
      ca: hub.ca,
      clusterName: 'edge-2',
    });
    await eventually('ready', () => isReady(third));
  });

  test('of a member that was let go says so once, and works on when a person lets it in again', async () => {
    await using answering = await startAnsweringHub();
    await using member = await startTestMember();
    const { hubClient, server, ca } = answering.hub;
    const setting = { parentUrl: server, token: TOKEN, ca, clusterName: 'edge', heartbeatPeriodMs: 100 };
    await using agent = startAgent(member, setting);
    await eventually('ready', () => isReady(agent));
    const signal = AbortSignal.timeout(300_000);
    await leaveMember({ hubClient, name: 'edge', wait: true, signal });
    const words = /refused the registration \(Denied\): member "edge" was let go .*banyan approve edge {}$/;
    await says(agent, words);
    assert.equal(await theMember(answering.hub), undefined);
    const namespace = await hubClient.get(NAMESPACES, { name: 'clusternet-edge' });
    await hubClient.update(NAMESPACES, { ...namespace, spec: {} }, { subresource: 'finalize' });
    await approveRequest({ hubClient, name: 'edge', signal });
    await eventually('there again', async () => (await theMember(answering.hub))?.status?.readyz === true);
    await eventually('ready again', () => isReady(agent));
    assert.equal(agent.lines.filter((line) => words.test(line)).length, 1);
  });

  test('whose key is lost says so, and registers when its request is gone', async () => {
    await using answering = await startAnsweringHub();
    await using member = await startTestMember();
    const { hub } = answering;
    const setting = { parentUrl: hub.server, token: TOKEN, ca: hub.ca, clusterName: 'edge' };
    const first = startAgent(member, setting);
    await eventually('ready', () => isReady(first));
    await first.stop();
    await answering.stopAnswering();
    await member.admin.delete(SECRETS, PARENT);
    await using second = startAgent(member, setting);
    await says(second, /no longer has .*kubectl delete clusterregistrationrequest/);
    await hub.hubClient.delete(CLUSTER_REGISTRATION_REQUESTS, {
      name: `clusternet-${await clusterId(member.admin)}`,
    });
    await says(second, /asked the hub to register/);
  });

  test('goes to another hub when its URL changes', async () => {
    await using one = await startAnsweringHub();
    await using other = await startAnsweringHub();
    await using member = await startTestMember();
    const first = startAgent(member, { parentUrl: one.hub.server, token: TOKEN, ca: one.hub.ca });
    await eventually('ready', () => isReady(first));
    await first.stop();
    await using second = startAgent(member, { parentUrl: other.hub.server, token: TOKEN, ca: other.hub.ca });
    await eventually('ready', () => isReady(second));
    assert.equal(await text(member.admin, PARENT, 'apiserver-advertise-url'), other.hub.server);
    assert.notEqual(await theMember(other.hub), undefined);
  });

  test('that was removed waits while its request is there, says why, and returns when that is gone', async () => {
    await using answering = await startAnsweringHub();
    await using member = await startTestMember();
    const { hub } = answering;
    await using agent = startAgent(member, {
      parentUrl: hub.server,
      token: TOKEN,
      ca: hub.ca,
      clusterName: 'edge',
      heartbeatPeriodMs: 100,
    });
    await eventually('ready', () => isReady(agent));
    await answering.stopAnswering();
    const key = { namespace: 'clusternet-edge', name: 'edge' };
    await hub.hubClient.patch(MANAGED_CLUSTERS, key, {
      type: 'merge',
      body: { metadata: { finalizers: null } },
    });
    await hub.hubClient.delete(MANAGED_CLUSTERS, key);
    await says(agent, /the hub has removed member edge.*kubectl delete clusterregistrationrequest/);
    await hub.hubClient.delete(CLUSTER_REGISTRATION_REQUESTS, {
      name: `clusternet-${await clusterId(member.admin)}`,
    });
    await says(agent, /asked the hub to register[^]*/);
    const stop = startApprover(hub.hubClient, 'auto');
    await eventually('ready again', () => isReady(agent));
    assert.notEqual(await theMember(hub), undefined);
    await stop();
  });

  test('whom nobody lets in says in one line what to do', async () => {
    await using answering = await startAnsweringHub();
    await using member = await startTestMember();
    const { hub } = answering;
    const zero = TOKEN.replace('0123', '9999');
    await using agent = startAgent(member, { parentUrl: hub.server, token: zero, ca: hub.ca });
    await says(agent, /banyan token create/);
    assert.equal(agent.lines.filter((line) => line.includes('banyan token create')).length, 1);
    assert.equal(agent.lines.join().includes(zero), false);
  });

  test('verifies the hub by its token, or by the hash of its CA, and goes nowhere without a proof', async () => {
    await using answering = await startAnsweringHub();
    await using member = await startTestMember();
    const { hub } = answering;
    const wrongHash = `sha256:${'0'.repeat(64)}`;
    await using unproved = startAgent(member, { parentUrl: hub.server, token: 'eyJh.eyJz.c2ln' });
    await says(unproved, /not signed with this registration token .*--cluster-reg-ca FILE/);
    await unproved.stop();
    await using deceived = startAgent(member, { parentUrl: hub.server, token: TOKEN, caHash: wrongHash });
    await says(deceived, /not that of --cluster-reg-ca-hash/);
    await deceived.stop();
    await using stranger = startAgent(member, { parentUrl: hub.server, token: 'zzzzzz.0123456789abcdef' });
    await says(stranger, /not signed with this registration token/);
    await stranger.stop();
    assert.equal((await hub.hubClient.list(CLUSTER_REGISTRATION_REQUESTS)).items.length, 0);

    await using byToken = startAgent(member, { parentUrl: hub.server, token: TOKEN });
    await eventually('ready', () => isReady(byToken));
    await byToken.stop();
    await using other = await startTestMember();
    await using byHash = startAgent(other, { parentUrl: hub.server, token: TOKEN, caHash: caHash(hub.ca) });
    await eventually('ready', () => isReady(byHash));
  });

  test('whose account was deleted in the hub comes back with its registration token', async () => {
    await using answering = await startAnsweringHub();
    await using member = await startTestMember();
    const { hub } = answering;
    const setting = {
      parentUrl: hub.server,
      token: TOKEN,
      ca: hub.ca,
      clusterName: 'edge',
      heartbeatPeriodMs: 100,
    };
    await using agent = startAgent(member, setting);
    await eventually('ready', () => isReady(agent));
    const account = { namespace: 'clusternet-edge', name: 'clusternet-edge' };
    const before = await text(member.admin, PARENT, 'token');
    await hub.hubClient.delete(SERVICE_ACCOUNTS, account);
    await says(agent, /registering again.*the hub refuses the credential/);
    await eventually(
      'a new one',
      async () => (await text(member.admin, PARENT, 'token')) !== before && isReady(agent),
    );
  });

  test('that cannot reach the hub waits for it, and a second replica takes over from the first', async () => {
    await using answering = await startAnsweringHub();
    await using member = await startTestMember();
    const { hub } = answering;
    await using lost = startAgent(member, { parentUrl: 'https://127.0.0.1:1', token: TOKEN, ca: hub.ca });
    await says(lost, /127\.0\.0\.1:1/);
    assert.match(lost.state.readiness(0).reason, /127\.0\.0\.1:1/);
    await using waiting = startAgent(member, { parentUrl: hub.server, token: TOKEN, ca: hub.ca });
    assert.equal(waiting.state.isLeading, false);
    assert.equal(waiting.state.readiness(0).isReady, true);
    await lost.stop();
    await eventually('ready', () => isReady(waiting));
  });

  test('goes on by itself when its own API server, or that of the hub, was away', async () => {
    await using answering = await startAnsweringHub();
    await using member = await startTestMember();
    const { hub } = answering;
    const setting = {
      parentUrl: hub.server,
      token: TOKEN,
      ca: hub.ca,
      clusterName: 'edge',
      heartbeatPeriodMs: 100,
    };
    await using agent = startAgent(member, setting);
    await eventually('ready', () => isReady(agent));
    const isSeenReady = async (status: string): Promise<boolean> =>
      (await theMember(hub))?.status?.conditions?.find(({ type }) => type === 'Ready')?.status === status;

    await hub.whileAway(() => says(agent, /did not take a heartbeat/));
    const since = agent.state.lastHeartbeatMs ?? 0;
    await eventually('heard again', () => (agent.state.lastHeartbeatMs ?? 0) > since);

    await member.whileAway(() => eventually('not ready', () => isSeenReady('False')));
    await eventually('ready again', () => isSeenReady('True'));
    await eventually('at work', () => isReady(agent));
    assert.deepEqual(hub.defects, []);
  });

  test('whose API server is silent for so long that it loses its Lease says so as its last word', async () => {
    await using answering = await startAnsweringHub();
    await using member = await startTestMember();
    const { hub } = answering;
    // It does not look again by itself: only the lost Lease can make it speak.
    const setting = { parentUrl: hub.server, token: TOKEN, ca: hub.ca, collectPeriodMs: 3_600_000 };
    const leaseTimes = { leaseDurationMs: 2_000, renewDeadlineMs: 1_000, retryPeriodMs: 100 };
    await using agent = startAgent(member, setting, { leaseTimes });
    await eventually('ready', () => isReady(agent));
    const readiness = async (): Promise<string | undefined> =>
      (await theMember(hub))?.status?.conditions?.find(({ type }) => type === 'Ready')?.status;
    await eventually('seen as ready', async () => (await readiness()) === 'True');
    await member.whileAway(() => eventually('not ready', async () => (await readiness()) === 'False'));
    await eventually('ready again', async () => (await readiness()) === 'True');
    assert.deepEqual(hub.defects, []);
  });

  test('that starts while the hub is away says so, and asks nobody for a new token', async () => {
    await using answering = await startAnsweringHub();
    await using member = await startTestMember();
    const { hub } = answering;
    const first = startAgent(member, { parentUrl: hub.server, token: TOKEN, ca: hub.ca });
    await eventually('ready', () => isReady(first));
    await first.stop();
    const { port } = new URL(hub.server);
    const again: RunningAgent[] = [];
    await hub.whileAway(async () => {
      const second = startAgent(member, { parentUrl: hub.server });
      again.push(second);
      await says(second, new RegExp(`ECONNREFUSED.*${port}|refused.*${port}`));
    });
    for (const second of again) {
      await eventually('ready', () => isReady(second));
      await second.stop();
      assert.equal(second.lines.join().includes('banyan token create'), false);
    }
  });
});

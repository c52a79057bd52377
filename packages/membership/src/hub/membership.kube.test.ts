import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import {
  MANAGED_CLUSTERS,
  CLUSTER_REGISTRATION_REQUESTS,
  SYSTEM_NAMESPACE,
  UNSCHEDULABLE_TAINT,
} from '@banyan/api/clusternet';
import type { ConfigMap } from '@banyan/api/objects';
import {
  isForbidden,
  isNotFound,
  isUnauthorized,
  KubeClient,
  loadConnection,
  loadKubeconfig,
  staticCredentials,
  type Credentials,
} from '@banyan/kube';
import { eventually, startCluster, type Cluster } from '@banyan/testing';
import { hubBounds } from '../manifests/hub-bounds.ts';
import { hubRbac } from '../manifests/hub-rbac.ts';
import { openToken } from '../sealed-token/index.ts';
import { CONFIG_MAPS, NAMESPACES, SECRETS, SERVICE_ACCOUNTS } from './hub-resources.ts';
import { installHub } from './install/install-hub.ts';
import { clusterInfoSignature } from './join-tokens/cluster-info.ts';
import { createJoinToken } from './join-tokens/manage-join-tokens.ts';
import { joinByKubeconfig } from './kubeconfig-members/join-by-kubeconfig.ts';
import { leaveMember } from './leave/leave-member.ts';
import { approveRequest } from './registration/decide-request.ts';
import { TestAgent } from './test-agent.ts';
import { startMembership } from './test-hub.ts';

const { signal } = new AbortController();
const ACCOUNT = 'clusternet-hub';

function clientOf(cluster: Cluster, credentials: Credentials): KubeClient {
  const { server, pki } = cluster;
  const connection = {
    name: 'hub',
    server,
    ca: pki.ca.certificate,
    credentials: staticCredentials(credentials),
  };
  return new KubeClient(connection);
}

/** The hub with the rights that its manifests give it, and no more. */
async function hubClientOf(cluster: Cluster, admin: KubeClient): Promise<KubeClient> {
  const objects = [...hubRbac(SYSTEM_NAMESPACE, ACCOUNT), ...hubBounds(SYSTEM_NAMESPACE, ACCOUNT)];
  const list: KubeObject = { apiVersion: 'v1', kind: 'List', metadata: {}, items: objects };
  const { code, stderr } = await cluster.kubectl(['apply', '-f', '-'], { stdin: JSON.stringify(list) });
  assert.equal(code, 0, stderr);
  const asked = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata: {}, spec: {} };
  const answer = await admin.create(SERVICE_ACCOUNTS, asked, {
    namespace: SYSTEM_NAMESPACE,
    name: ACCOUNT,
    subresource: 'token',
  });
  return clientOf(cluster, { token: (answer['status'] as unknown as { token: string }).token });
}

async function approved(agent: TestAgent): Promise<string> {
  await eventually(
    `${agent.name} is approved`,
    async () => (await agent.request())?.status?.result === 'Approved',
  );
  return (await agent.request())?.status?.token ?? '';
}

/** What was granted is known to Kubernetes' authorizer a moment later. */
async function granted(ask: () => Promise<unknown>): Promise<void> {
  await eventually('it is granted', () =>
    ask().then(
      () => true,
      (error: unknown) => {
        if (isForbidden(error)) return false;
        throw error;
      },
    ),
  );
}

async function isGone(admin: KubeClient, agent: TestAgent): Promise<boolean> {
  const missing = (found: Promise<unknown>) =>
    found.then(
      () => false,
      (error: unknown) => isNotFound(error),
    );
  return (
    (await missing(admin.get(NAMESPACES, { name: agent.namespace }))) && (await agent.request()) === undefined
  );
}

test('members of a hub on real Kubernetes', { timeout: 1_200_000 }, async (t) => {
  await using cluster = await startCluster({ controllers: true });
  const admin = new KubeClient(await loadConnection({ path: cluster.kubeconfig, env: {} }));
  await installHub({ hubClient: admin, signal });
  const hubClient = await hubClientOf(cluster, admin);
  const warnings: string[] = [];
  const quiet = () => undefined;
  const warn = (fields: object, message: string) => {
    const { err } = fields as { err?: Error };
    if (isForbidden(err)) warnings.push(`${message}: ${err.message}`);
  };
  await using _running = await startMembership(hubClient, {
    logger: { debug: quiet, info: quiet, warn, error: warn },
    heartbeat: { periodMs: 60_000, collectEveryMs: 200 },
  });
  const { token } = await createJoinToken({ hubClient: admin, signal });
  const guest = clientOf(cluster, { token });
  const one = new TestAgent(guest, 'one', randomUUID());
  const seen = new TestAgent(admin, 'one', one.clusterId);
  const own = { namespace: one.namespace, name: one.name };

  await t.test('an agent gets a credential that is good for its own things', async () => {
    await one.register();
    const agent = clientOf(cluster, { token: openToken(one.privateKey, await approved(one)) });
    await granted(() => agent.get(MANAGED_CLUSTERS, own));
    await granted(() => agent.get(CLUSTER_REGISTRATION_REQUESTS, { name: one.requestName }));
    const metadata = { name: 'member-gateway', namespace: one.namespace };
    await granted(() => agent.create(SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata }));
    for (const request of [
      () => agent.list(MANAGED_CLUSTERS),
      () => agent.list(SECRETS, { namespace: one.namespace }),
      () => agent.get(SECRETS, { namespace: 'kube-system', name: 'x' }),
      () => agent.delete(MANAGED_CLUSTERS, own),
      () => agent.get(CLUSTER_REGISTRATION_REQUESTS, { name: 'clusternet-other' }),
    ]) {
      await assert.rejects(request, isForbidden);
    }
    await agent.close();
  });

  await t.test('an unmodified agent gets the token that Kubernetes makes', async () => {
    const old = new TestAgent(guest, 'old', randomUUID());
    await old.register({}, { isOld: true });
    const agent = clientOf(cluster, { token: Buffer.from(await approved(old), 'base64').toString() });
    await granted(() => agent.get(MANAGED_CLUSTERS, { namespace: old.namespace, name: 'old' }));
    await granted(() => agent.list(SECRETS, { namespace: old.namespace }));
    await assert.rejects(agent.list(SECRETS), isForbidden);
    await assert.rejects(
      agent.get(SECRETS, { namespace: one.namespace, name: 'member-gateway' }),
      isForbidden,
    );
    await agent.close();
  });

  await t.test('silence makes it Unknown and tainted, a heartbeat takes both back', async () => {
    await seen.heartbeat('2030-01-01T00:00:00Z', 1);
    const ready = async () =>
      (await seen.member())?.status?.conditions?.find(({ type }) => type === 'Ready')?.status;
    await eventually('it is lost', async () => (await ready()) === 'Unknown');
    await eventually(
      'it is tainted',
      async () => (await seen.member())?.spec.taints?.[0]?.key === UNSCHEDULABLE_TAINT,
    );
    await seen.heartbeat('2030-01-01T00:10:00Z', 600);
    await eventually('it is back', async () => (await seen.member())?.spec.taints === undefined);
    assert.equal(await ready(), 'True');
  });

  const ways: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['the command', () => leaveMember({ hubClient: admin, name: 'one', forget: true, wait: true, signal })],
    ['its request deleted', () => admin.delete(CLUSTER_REGISTRATION_REQUESTS, { name: one.requestName })],
    ['its namespace deleted', () => admin.delete(NAMESPACES, { name: one.namespace })],
    ['its record deleted', () => admin.delete(MANAGED_CLUSTERS, own)],
  ];
  await t.test('let go by a person it stays out until he approves it', async () => {
    await approved(one);
    await leaveMember({ hubClient: admin, name: 'one', wait: true, signal });
    await eventually('it is denied', async () => (await seen.request())?.status?.result === 'Denied');
    assert.equal((await seen.request())?.status?.token, undefined);
    await approveRequest({ hubClient: admin, name: 'one', signal });
    const agent = clientOf(cluster, { token: openToken(one.privateKey, await approved(one)) });
    await granted(() => agent.get(MANAGED_CLUSTERS, own));
    await agent.close();
  });

  for (const [way, leave] of ways) {
    await t.test(`it leaves by ${way}, and comes back under the same id`, async () => {
      const agent = clientOf(cluster, { token: openToken(one.privateKey, await approved(one)) });
      await leave();
      await eventually('nothing is left', () => isGone(admin, seen));
      await assert.rejects(
        agent.get(MANAGED_CLUSTERS, own),
        (error) => isUnauthorized(error) || isForbidden(error),
      );
      await agent.close();
      await one.register();
      await approved(one);
      assert.equal((await seen.member())?.spec.clusterId, one.clusterId);
    });
  }

  await t.test('a member without an agent is looked after, and leaves', async () => {
    const kubeconfig = await loadKubeconfig({ path: cluster.kubeconfig, env: {} });
    await joinByKubeconfig({ hubClient: admin, name: 'direct', kubeconfig, env: {}, signal });
    const direct = new TestAgent(admin, 'direct', randomUUID());
    const status = async () => (await direct.member())?.status;
    await eventually(
      'it is ready',
      async () =>
        (await status())?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ===
        true,
    );
    assert.match((await status())?.k8sVersion ?? '', /^v1\./);
    await leaveMember({ hubClient: admin, name: 'direct', wait: true, signal });
    await eventually('nothing is left', () => isGone(admin, direct));
  });

  await t.test("our signature is the one of Kubernetes' own signer", async () => {
    const key = { namespace: 'kube-public', name: 'cluster-info' };
    const kubeconfig = 'clusters: []\n';
    await admin.create(CONFIG_MAPS, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: key,
      data: { kubeconfig },
    });
    const [id = '', secret = ''] = token.split('.');
    const signature = async () =>
      (await admin.get<ConfigMap>(CONFIG_MAPS, key)).data?.[`jws-kubeconfig-${id}`];
    await eventually('it is signed', async () => (await signature()) !== undefined);
    assert.equal(await signature(), clusterInfoSignature(kubeconfig, { id, secret }));
  });

  assert.deepEqual(warnings, []);
  await Promise.all([admin, hubClient, guest].map((client) => client.close()));
});

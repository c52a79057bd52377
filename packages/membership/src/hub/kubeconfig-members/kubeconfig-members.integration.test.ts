import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import {
  ACCESS_LABEL,
  INSECURE_ANNOTATION,
  KUBECONFIG_SECRET,
  MEMBER_ADMINS_GROUP,
} from '@banyan/api/banyan';
import { MANAGED_CLUSTERS, type ManagedCluster } from '@banyan/api/clusternet';
import {
  formatKubeconfig,
  isNotFound,
  parseKubeconfig,
  type Kubeconfig,
  type KubeconfigEntry,
  type KubeClient,
} from '@banyan/kube';
import { eventually } from '@banyan/testing';
import { openToken } from '../../sealed-token/index.ts';
import { CLUSTER_ROLE_BINDINGS, NAMESPACES, SECRETS } from '../hub-resources.ts';
import { agentRbac } from '../../manifests/agent-rbac.ts';
import { leaveMember } from '../leave/leave-member.ts';
import { TestAgent } from '../test-agent.ts';
import { startMembership, startTestHub, type TestHub } from '../test-hub.ts';
import { joinByKubeconfig } from './join-by-kubeconfig.ts';

const { signal } = new AbortController();
const FAST = { heartbeat: { periodMs: 60_000, collectEveryMs: 50 } };

function kubeconfigOf({ server, ca, admin }: TestHub, changes: Partial<KubeconfigEntry> = {}): Kubeconfig {
  const clientCertificate = { cert: admin.certificate, key: admin.key };
  return parseKubeconfig(
    formatKubeconfig([{ name: 'ctx', server, ca, clientCertificate, ...changes }]),
    'test.yaml',
  );
}

/** Without a CA, and without asking for one. */
function insecure(member: TestHub): Kubeconfig {
  const clientCertificate = { cert: member.admin.certificate, key: member.admin.key };
  const entry = { name: 'ctx', server: member.server, insecureSkipTlsVerify: true, clientCertificate };
  return parseKubeconfig(formatKubeconfig([entry]), 'test.yaml');
}

function record(hubClient: KubeClient, name: string): Promise<ManagedCluster> {
  return hubClient.get<ManagedCluster>(MANAGED_CLUSTERS, { namespace: `clusternet-${name}`, name });
}

async function condition(hubClient: KubeClient, name: string, wanted: string): Promise<string | undefined> {
  const { status } = await record(hubClient, name);
  const found = status?.conditions?.find(({ type }) => type === wanted);
  return found && `${found.status} ${found.reason}`;
}

/** A cluster that can join: the embedded server has no controller that would make kube-system. */
async function startTestMember(): Promise<TestHub> {
  const member = await startTestHub({ installs: false });
  await member.hubClient
    .create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system' } })
    .catch(() => undefined);
  return member;
}

suite('a member without an agent', () => {
  test('joins, is looked after, is shown when it does not answer, and leaves', async () => {
    await using hub = await startTestHub();
    const { hubClient } = hub;
    await using _running = await startMembership(hubClient, FAST);
    const other = await startTestMember();
    {
      await using member = await startTestMember();
      const join = (from: TestHub, name: string, labels = {}) =>
        joinByKubeconfig({ hubClient, name, kubeconfig: kubeconfigOf(from), labels, env: {}, signal });
      const joined = await join(member, 'one', { zone: 'a', tier: '1' });
      const system = await member.hubClient.get(NAMESPACES, { name: 'kube-system' });
      assert.equal(joined.spec.clusterId, system.metadata.uid);
      await member.hubClient.get(CLUSTER_ROLE_BINDINGS, { name: MEMBER_ADMINS_GROUP });
      await eventually(
        'it is ready',
        async () => (await condition(hubClient, 'one', 'Ready')) === 'True ManagedClusterReady',
      );
      const { status } = await record(hubClient, 'one');
      assert.deepEqual(
        [status?.readyz, status?.useSocket, status?.heartbeatFrequencySeconds],
        [true, false, 60],
      );

      const labelsOf = ({ metadata }: ManagedCluster) => [
        metadata.labels?.['zone'],
        metadata.labels?.['tier'],
      ];
      assert.deepEqual(labelsOf(await join(member, 'one')), ['a', '1']);
      assert.deepEqual(labelsOf(await join(member, 'one', { zone: 'b' })), ['b', undefined]);
      await assert.rejects(join(other, 'one'), /name "one" is taken by cluster/);
      await assert.rejects(join(member, 'two'), /already the member "one"/);
      await join(other, 'two');
      await eventually(
        'both are ready',
        async () => (await condition(hubClient, 'two', 'Ready')) === 'True ManagedClusterReady',
      );

      await other[Symbol.asyncDispose]();
      await eventually(
        'the other is shown as gone',
        async () => (await condition(hubClient, 'two', 'Ready')) === 'False ClusterUnreachable',
      );
      const message = (await record(hubClient, 'two')).status?.conditions?.find(
        ({ type }) => type === 'Ready',
      )?.message;
      assert.match(message ?? '', /127\.0\.0\.1/);
      await leaveMember({ hubClient, name: 'two', wait: true, signal });

      await leaveMember({ hubClient, name: 'one', wait: true, signal });
      await assert.rejects(
        member.hubClient.get(CLUSTER_ROLE_BINDINGS, { name: MEMBER_ADMINS_GROUP }),
        isNotFound,
      );
      await assert.rejects(
        hubClient.get(SECRETS, { namespace: 'clusternet-one', name: KUBECONFIG_SECRET }),
        isNotFound,
      );
    }
    assert.deepEqual(hub.defects, []);
  });

  test("leaves to an agent what the agent's manifests have applied in the member", async () => {
    await using hub = await startTestHub();
    await using member = await startTestMember();
    const { hubClient } = hub;
    await using _running = await startMembership(hubClient, FAST);
    await joinByKubeconfig({ hubClient, name: 'one', kubeconfig: kubeconfigOf(member), env: {}, signal });
    const key = { name: MEMBER_ADMINS_GROUP };
    const before = await member.hubClient.get(CLUSTER_ROLE_BINDINGS, key);
    const rbac = agentRbac({
      namespace: 'clusternet-system',
      account: 'agent',
      lease: 'agent',
    });
    const applied = rbac.find(({ metadata: { name } }) => name === MEMBER_ADMINS_GROUP);
    assert.ok(applied !== undefined);
    await member.hubClient.apply(CLUSTER_ROLE_BINDINGS, applied, { fieldManager: 'kubectl', force: true });
    await leaveMember({ hubClient, name: 'one', wait: true, signal });
    assert.equal((await member.hubClient.get(CLUSTER_ROLE_BINDINGS, key)).metadata.uid, before.metadata.uid);
  });

  test('is shown as insecure where someone asked for it, and no longer when the kubeconfig changes', async () => {
    await using hub = await startTestHub();
    await using member = await startTestMember();
    const { hubClient } = hub;
    await using _running = await startMembership(hubClient, FAST);
    const options = { hubClient, name: 'one', kubeconfig: insecure(member), env: {}, signal };
    await assert.rejects(joinByKubeconfig(options), /insecure-skip-tls-verify is set/);
    const joined = await joinByKubeconfig({ ...options, insecure: true });
    assert.equal(joined.metadata.annotations?.[INSECURE_ANNOTATION], 'true');
    await eventually(
      'it is warned of',
      async () => (await condition(hubClient, 'one', 'TLSVerified')) === 'False InsecureSkipTLSVerify',
    );
    await eventually(
      'it is ready',
      async () => (await condition(hubClient, 'one', 'Ready')) === 'True ManagedClusterReady',
    );
    await joinByKubeconfig({ ...options, kubeconfig: kubeconfigOf(member) });
    await eventually(
      'the warning is gone',
      async () => (await condition(hubClient, 'one', 'TLSVerified')) === 'True CertificateVerified',
    );
    assert.equal((await record(hubClient, 'one')).metadata.annotations?.[INSECURE_ANNOTATION], undefined);
  });

  test('is not read by a kubeconfig that names programs or files, nor by that of another cluster', async () => {
    await using hub = await startTestHub();
    await using member = await startTestMember();
    await using other = await startTestMember();
    const { hubClient } = hub;
    await using _running = await startMembership(hubClient, FAST);
    await joinByKubeconfig({ hubClient, name: 'one', kubeconfig: kubeconfigOf(member), env: {}, signal });
    await eventually(
      'it is ready',
      async () => (await condition(hubClient, 'one', 'Ready')) === 'True ManagedClusterReady',
    );
    const write = async (text: string) => {
      const data = { kubeconfig: Buffer.from(text).toString('base64') };
      const key = { namespace: 'clusternet-one', name: KUBECONFIG_SECRET };
      await hubClient.patch(SECRETS, key, { type: 'merge', body: { data } });
    };
    const program = {
      'current-context': 'x',
      contexts: [{ name: 'x', context: { cluster: 'x', user: 'x' } }],
      clusters: [{ name: 'x', cluster: { server: member.server } }],
      users: [
        {
          name: 'x',
          user: { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: '/bin/false' } },
        },
      ],
    };
    await write(JSON.stringify(program));
    await eventually(
      'it is refused',
      async () => (await condition(hubClient, 'one', 'Ready')) === 'False KubeconfigInvalid',
    );
    const clientCertificate = { cert: other.admin.certificate, key: other.admin.key };
    await write(formatKubeconfig([{ name: 'x', server: other.server, ca: other.ca, clientCertificate }]));
    await eventually(
      'it is another cluster',
      async () => (await condition(hubClient, 'one', 'Ready')) === 'False ClusterIdMismatch',
    );
    await write('token: s3cr3t-token: [');
    await eventually(
      'it is refused',
      async () => (await condition(hubClient, 'one', 'Ready')) === 'False KubeconfigInvalid',
    );
    assert.doesNotMatch(JSON.stringify((await record(hubClient, 'one')).status), /s3cr3t/);
  });

  test('cannot also register by an agent', async () => {
    await using hub = await startTestHub();
    await using member = await startTestMember();
    const { hubClient } = hub;
    await using _running = await startMembership(hubClient, FAST);
    const { spec } = await joinByKubeconfig({
      hubClient,
      name: 'one',
      kubeconfig: kubeconfigOf(member),
      env: {},
      signal,
    });
    const agent = new TestAgent(hubClient, 'other', spec.clusterId);
    await agent.register();
    await eventually('it is denied', async () => (await agent.request())?.status?.result === 'Denied');
    assert.match((await agent.request())?.status?.errorMessage ?? '', /reached by a kubeconfig/);
    assert.equal((await record(hubClient, 'one')).metadata.deletionTimestamp, undefined);
  });

  test('is not what an agent can make of its own record', async () => {
    await using hub = await startTestHub();
    await using member = await startTestMember();
    const { hubClient } = hub;
    await using _running = await startMembership(hubClient, FAST);
    const agent = new TestAgent(hubClient, 'one', randomUUID());
    await agent.register();
    await eventually('it is approved', async () => (await agent.request())?.status?.result === 'Approved');
    const agentClient = hub.clientWith({
      token: openToken(agent.privateKey, (await agent.request())?.status?.token ?? ''),
    });
    const clientCertificate = { cert: member.admin.certificate, key: member.admin.key };
    const kubeconfig = formatKubeconfig([
      { name: 'x', server: member.server, ca: member.ca, clientCertificate },
    ]);
    await agentClient.create(SECRETS, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: KUBECONFIG_SECRET, namespace: agent.namespace },
      data: { kubeconfig: Buffer.from(kubeconfig).toString('base64') },
    });
    const body = { metadata: { labels: { [ACCESS_LABEL]: 'kubeconfig' } } };
    await agentClient.patch(
      MANAGED_CLUSTERS,
      { namespace: agent.namespace, name: 'one' },
      { type: 'merge', body },
    );
    await eventually(
      'its label is put right',
      async () => (await agent.member())?.metadata.labels?.[ACCESS_LABEL] === 'agent',
    );
    assert.equal((await agent.request())?.status?.result, 'Approved');
    assert.equal(await condition(hubClient, 'one', 'Ready'), undefined);
  });

  for (const [what, name, changes, words] of [
    ['a name that is none', 'One', {}, /"One" cannot be the name of a member/],
    ['a name that leads to our own namespace', 'reserved', {}, /"reserved" cannot be the name/],
    ['a server that does not answer', 'one', { server: 'https://127.0.0.1:1' }, /cannot join/],
    [
      'credentials that are refused',
      'one',
      { clientCertificate: undefined, token: randomUUID() },
      /cannot join/,
    ],
    ['no credentials', 'one', { clientCertificate: undefined }, /has no credentials/],
  ] as const) {
    test(`does not join with ${what}, and leaves nothing behind`, async () => {
      await using hub = await startTestHub();
      await using member = await startTestMember();
      const { hubClient } = hub;
      const kubeconfig = kubeconfigOf(member, changes as Partial<KubeconfigEntry>);
      await assert.rejects(joinByKubeconfig({ hubClient, name, kubeconfig, env: {}, signal }), words);
      assert.deepEqual((await hubClient.list(MANAGED_CLUSTERS)).items, []);
      assert.equal(
        (await hubClient.list(NAMESPACES, { labelSelector: 'clusters.clusternet.io/cluster-id' })).items
          .length,
        0,
      );
    });
  }
});

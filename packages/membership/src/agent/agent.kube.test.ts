import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GATEWAY_SECRET, MEMBER_ADMINS_GROUP } from '@banyan/api/banyan';
import {
  CLUSTER_REGISTRATION_REQUESTS,
  DEPLOYER_SECRET,
  PARENT_SECRET,
  SYSTEM_NAMESPACE,
  type ManagedCluster,
} from '@banyan/api/clusternet';
import type { Secret } from '@banyan/api/objects';
import { isForbidden, KubeClient, staticCredentials } from '@banyan/kube';
import { eventually, startCluster } from '@banyan/testing';
import { installHub } from '../hub/install/install-hub.ts';
import { bootstrapTokenSecret } from '../manifests/bootstrap-objects.ts';
import { fastClock } from './fast-clock.ts';
import {
  agentClient,
  applyAll,
  BOOTSTRAP,
  startAgent,
  startApprover,
  theMember,
  TOKEN,
} from './test-fleet.ts';

const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
const NODES = { group: '', version: 'v1', resource: 'nodes' };
const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
const LEASES = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' };
const PARENT = { namespace: SYSTEM_NAMESPACE, name: PARENT_SECRET };
/** Kubernetes gives no token for less than ten minutes; here they are twenty seconds. */
const SPEED = 30;

/** One cluster is both: hub, and its own member. */
test(
  'on real Kubernetes an agent registers, reports, comes back and outlives its credential',
  { timeout: 600_000 },
  async () => {
    await using cluster = await startCluster({ controllers: true, kwokNodes: 2 });
    const { server, pki } = cluster;
    const ca = pki.ca.certificate;
    const { certificate: cert, key } = pki.client('admin', ['system:masters']);
    const connect = (credentials: Parameters<typeof staticCredentials>[0]) =>
      new KubeClient({ name: 'real', server, ca, credentials: staticCredentials(credentials) });
    const admin = connect({ clientCertificate: { cert, key } });
    await installHub({ hubClient: admin, signal: AbortSignal.timeout(300_000) });
    const expiration = new Date(Date.now() + 3_600_000).toISOString();
    await applyAll(admin, [bootstrapTokenSecret({ ...BOOTSTRAP, expiration })]);
    for (const name of ['node-1', 'node-2']) {
      await admin.patch(
        NODES,
        { name },
        { type: 'merge', body: { metadata: { labels: { 'node.clusternet.io/zone': 'a' } } } },
      );
    }
    const memberClient = await agentClient(admin, { server, ca });
    const clock = fastClock(SPEED);
    const stopApprover = startApprover(admin, 'auto', { agentTokenLifetimeMs: 600_000, clock });
    const stored = async () =>
      Buffer.from((await admin.get<Secret>(SECRETS, PARENT)).data?.['token'] ?? '', 'base64').toString();
    const secretOf = (name: string) => admin.get<Secret>(SECRETS, { namespace: 'clusternet-self', name });

    // Trust comes from the signature that kube-controller-manager made.
    const first = startAgent(
      { memberClient },
      { parentUrl: server, token: TOKEN, clusterName: 'self', syncMode: 'Dual' },
    );
    await eventually(
      'ready',
      () => first.state.readiness(performance.now()).isReady && first.state.isLeading,
    );
    await eventually('access', () =>
      secretOf(DEPLOYER_SECRET).then(
        () => true,
        () => false,
      ),
    );
    await first.stop();
    await checkStatus(await theMember({ hubClient: admin }), server);
    await checkAccess(connect, await secretOf(GATEWAY_SECRET), await secretOf(DEPLOYER_SECRET));
    const { metadata } = await admin.get(LEASES, { namespace: SYSTEM_NAMESPACE, name: 'clusternet-agent' });
    assert.equal((await theMember({ hubClient: admin }))?.spec.clusterId, metadata.uid);

    // Without its registration token, and in time that goes faster: the credential is renewed again and again.
    const times = { leaseDurationMs: 900_000, renewDeadlineMs: 600_000, retryPeriodMs: 120_000 };
    const second = startAgent(
      { memberClient },
      { parentUrl: server, syncMode: 'Dual' },
      { clock, leaseTimes: times },
    );
    const seen = new Set<string>();
    await eventually('renewed twice', async () => seen.add(await stored()).size >= 3);
    assert.deepEqual(
      second.lines.filter((line) => /registering again/.test(line)),
      [],
    );
    const newest = connect({ token: [...seen].at(-1) ?? '' });
    await newest.get(CLUSTER_REGISTRATION_REQUESTS, { name: `clusternet-${metadata.uid ?? ''}` });
    await assert.rejects(newest.list(SECRETS, { namespace: SYSTEM_NAMESPACE }), isForbidden);
    await second.stop();
    for (const secret of [TOKEN, ...seen]) {
      assert.equal([...first.lines, ...second.lines].join().includes(secret), false);
    }
    await stopApprover();
    await Promise.all([admin, memberClient, newest].map((client) => client.close()));
  },
);

async function checkStatus(member: ManagedCluster | undefined, server: string): Promise<void> {
  const { metadata, status = {} } = member ?? { metadata: {}, status: {} };
  assert.equal(metadata.labels?.['node.clusternet.io/zone'], 'a');
  assert.match(status.k8sVersion ?? '', /^v1\.36\./);
  assert.match(status.platform ?? '', /^linux\//);
  assert.equal(status.apiserverURL, server);
  assert.deepEqual([status.healthz, status.livez, status.readyz], [true, true, true]);
  assert.deepEqual(status.nodeStatistics, { readyNodes: 2, notReadyNodes: 0, unknownNodes: 0, lostNodes: 0 });
  assert.deepEqual(Object.keys(status.capacity ?? {}).toSorted(), ['cpu', 'memory']);
  assert.equal(status.conditions?.find(({ type }) => type === 'Ready')?.status, 'True');
}

/** The gateway's credential can do nothing but act as others; the deployer's can do everything. */
async function checkAccess(
  connect: (credentials: { token: string }) => KubeClient,
  gatewaySecret: Secret,
  deployerSecret: Secret,
): Promise<void> {
  const tokenOf = ({ data }: Secret) => ({ token: Buffer.from(data?.['token'] ?? '', 'base64').toString() });
  const gateway = connect(tokenOf(gatewaySecret));
  const deployer = connect(tokenOf(deployerSecret));
  await assert.rejects(gateway.list(NAMESPACES), isForbidden);
  const groups = ['system:authenticated'];
  await assert.rejects(gateway.list(NAMESPACES, { impersonate: { user: 'jane', groups } }), isForbidden);
  await gateway.list(NAMESPACES, { impersonate: { user: 'jane', groups: [...groups, MEMBER_ADMINS_GROUP] } });
  await deployer.list(SECRETS);
  await Promise.all([gateway.close(), deployer.close()]);
}

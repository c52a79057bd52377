import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { CLUSTER_ID_LABEL, CLUSTERS_API_VERSION, MANAGED_CLUSTERS } from '@banyan/api/clusternet';
import { KubeClient, staticCredentials } from '@banyan/kube';
import { startCluster, type Cluster } from '@banyan/testing';
import { runTunnelAgent } from '@banyan/tunnel';
import { clientOf, startServer } from './hub/hub-fixture.ts';

const TUNNELS = 1000;
/** Only ends a hang: each of them is two TLS handshakes, which a busy machine takes its time for. */
const DEADLINE_MS = 300_000;
/** Of Kubernetes' own controllers and of whatever is under way: far from one a tunnel. */
const FEW_SEATS = 100;
const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
const ACCOUNTS = { group: '', version: 'v1', resource: 'serviceaccounts' };
const ROLES = { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' };
const BINDINGS = { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterrolebindings' };

test('a thousand tunnels through a kube-apiserver with default flags hold no seat, and others are served', async (t) => {
  const cluster = await startCluster();
  t.after(() => cluster.stop());
  const client = await clientOf(t, cluster.kubeconfig);
  const flags = ['--secure-port', '0', '--metrics-port', '0', '--audit-log', 'off'];
  await startServer(t, ['hub', '--kubeconfig', cluster.kubeconfig, ...flags], 'hub started');
  const clusterIds = await seedMembers(client);
  const agentsClient = await accountOf(t, cluster, { name: 'agents', role: 'sockets' });
  const shopClient = await accountOf(t, cluster, { name: 'shop', role: 'serviceaccounts' });

  const connected = connectAll(t, agentsClient, clusterIds);
  await cluster.until(`${TUNNELS} tunnels are up`, async () => connected.count === TUNNELS, DEADLINE_MS);

  const statuses = await askOften(shopClient);
  assert.deepEqual([...new Set(statuses)], [200]);
  const metrics = (await cluster.request({ path: '/metrics' })).body.toString();
  assert.match(metrics, /^apiserver_flowcontrol_current_executing_seats\{/m);
  const seats = sumOf(metrics, 'apiserver_flowcontrol_current_executing_seats');
  assert.ok(seats < FEW_SEATS, `${seats} seats are held`);
  assert.equal(sumOf(metrics, 'apiserver_flowcontrol_rejected_requests_total'), 0);
  assert.equal(connected.count, TUNNELS);
  assert.equal(connected.lost, 0);
});

/** All with the same account: whose tunnels they are makes no difference to the API server. */
function connectAll(
  t: TestContext,
  client: KubeClient,
  clusterIds: readonly string[],
): { count: number; lost: number } {
  const seen = { count: 0, lost: 0 };
  const stopping = new AbortController();
  const agents = clusterIds.map((id) =>
    runTunnelAgent({
      connect: async (protocols, signal) => {
        const path = `/apis/proxies.clusternet.io/v1alpha1/sockets/${id}/attach`;
        return (await client.webSocket({ path, protocols, signal })).webSocket;
      },
      dial: () => Promise.reject(new Error('nothing is dialled here')),
      observer: {
        connected: () => (seen.count += 1),
        disconnected: () => {
          seen.count -= 1;
          seen.lost += 1;
        },
      },
      signal: stopping.signal,
    }),
  );
  t.after(async () => {
    stopping.abort();
    await Promise.all(agents);
  });
  return seen;
}

async function askOften(client: KubeClient): Promise<number[]> {
  const statuses: number[] = [];
  const lane = async () => {
    for (let i = 0; i < 50; i += 1) {
      const { status, body } = await client.request({ method: 'GET', path: '/api/v1/serviceaccounts' });
      await body.toArray();
      statuses.push(status);
    }
  };
  await Promise.all(Array.from({ length: 20 }, lane));
  return statuses;
}

/** As far as the gateway cares: a namespace that says which cluster it is, and a record in it. */
async function seedMembers(client: KubeClient): Promise<string[]> {
  const clusterIds = Array.from({ length: TUNNELS }, () => randomUUID());
  await Promise.all(
    clusterIds.map(async (clusterId, i) => {
      const name = `m${i}`;
      const namespace = `clusternet-${name}`;
      const labels = { [CLUSTER_ID_LABEL]: clusterId };
      const home = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } };
      await client.create(NAMESPACES, home);
      await client.create<KubeObject>(MANAGED_CLUSTERS, {
        apiVersion: CLUSTERS_API_VERSION,
        kind: 'ManagedCluster',
        metadata: { name, namespace, labels },
        spec: { clusterId, syncMode: 'Pull' },
      } as KubeObject);
    }),
  );
  return clusterIds;
}

/** A ServiceAccount that may read one sort of thing. */
async function accountOf(
  t: TestContext,
  cluster: Cluster,
  { name, role }: { readonly name: string; readonly role: 'sockets' | 'serviceaccounts' },
): Promise<KubeClient> {
  const admin = await clientOf(t, cluster.kubeconfig);
  const namespace = 'default';
  await admin.create(ACCOUNTS, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } });
  const kinds = { apiVersion: 'rbac.authorization.k8s.io/v1', metadata: { name } };
  const rule =
    role === 'sockets'
      ? { apiGroups: ['proxies.clusternet.io'], resources: ['sockets/attach'], verbs: ['get'] }
      : { apiGroups: [''], resources: [role], verbs: ['list'] };
  await admin.create<KubeObject>(ROLES, { ...kinds, kind: 'ClusterRole', rules: [rule] } as KubeObject);
  await admin.create<KubeObject>(BINDINGS, {
    ...kinds,
    kind: 'ClusterRoleBinding',
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
  } as KubeObject);
  const request = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata: {},
    spec: { expirationSeconds: 3600 },
  };
  const { status } = (await admin.create<KubeObject>(ACCOUNTS, request as KubeObject, {
    subresource: 'token',
    name,
    namespace,
  })) as KubeObject & { status: { token: string } };
  const credentials = staticCredentials({ token: status.token });
  const { ca = '', server } = admin.connection;
  const client = new KubeClient({ name, server, ca, credentials });
  t.after(() => client.close());
  return client;
}

function sumOf(metrics: string, name: string): number {
  const values = metrics
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)));
  return values.reduce((sum, value) => sum + value, 0);
}

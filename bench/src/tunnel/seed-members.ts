import { randomUUID } from 'node:crypto';
import type { KubeObject } from '@banyan/api';
import { CLUSTER_ID_LABEL, CLUSTERS_API_VERSION, MANAGED_CLUSTERS } from '@banyan/api/clusternet';
import type { KubeClient } from '@banyan/kube';
import { inParallel } from '../in-parallel.ts';
import type { FarmAgent } from './farm-process.ts';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
const ACCOUNTS = { group: '', version: 'v1', resource: 'serviceaccounts' };
const ROLES = { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' };
const BINDINGS = { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterrolebindings' };
const ROLE = 'bench-agents';
const TOKEN_SECONDS = 24 * 3600;
const WIDTH = 32;

/** Members as registration leaves them, as far as gateway and lifecycle care: a namespace, a record, an account, a token. */
export async function seedMembers(
  client: KubeClient,
  count: number,
  progress: (line: string) => void,
): Promise<FarmAgent[]> {
  await allowAttach(client);
  const agents: FarmAgent[] = [];
  await inParallel(count, WIDTH, async (i) => {
    agents.push(await seedMember(client, `m${i}`));
    if (agents.length % 2500 === 0) progress(`${agents.length} members made`);
  });
  return agents;
}

async function seedMember(client: KubeClient, name: string): Promise<FarmAgent> {
  const clusterId = randomUUID();
  const namespace = `clusternet-${name}`;
  const labels = { [CLUSTER_ID_LABEL]: clusterId };
  await client.create(NAMESPACES, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace, labels },
  });
  const cluster = {
    apiVersion: CLUSTERS_API_VERSION,
    kind: 'ManagedCluster',
    metadata: { name, namespace, labels },
    spec: { clusterId, syncMode: 'Pull' },
  };
  await client.create(MANAGED_CLUSTERS, cluster);
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: namespace, namespace } };
  await client.create(ACCOUNTS, account);
  return { clusterId, name, token: await requestToken(client, namespace) };
}

async function requestToken(client: KubeClient, namespace: string): Promise<string> {
  const request = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata: {},
    spec: { audiences: [], expirationSeconds: TOKEN_SECONDS },
  };
  const created = await client.create<KubeObject>(ACCOUNTS, request, {
    subresource: 'token',
    name: namespace,
    namespace,
  });
  return (created as KubeObject & { status: { token: string } }).status.token;
}

async function allowAttach(client: KubeClient): Promise<void> {
  const rules = [
    { apiGroups: ['proxies.clusternet.io'], resources: ['sockets', 'sockets/attach'], verbs: ['get'] },
  ];
  const kinds = { apiVersion: 'rbac.authorization.k8s.io/v1', metadata: { name: ROLE } };
  await client.create(ROLES, { ...kinds, kind: 'ClusterRole', rules } as KubeObject);
  const apiGroup = 'rbac.authorization.k8s.io';
  await client.create(BINDINGS, {
    ...kinds,
    kind: 'ClusterRoleBinding',
    roleRef: { apiGroup, kind: 'ClusterRole', name: ROLE },
    subjects: [{ apiGroup, kind: 'Group', name: 'system:serviceaccounts' }],
  } as KubeObject);
}

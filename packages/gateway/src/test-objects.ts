import type { KubeObject } from '@banyan/api';
import type { KubeClient } from '@banyan/kube';

const RBAC = { group: 'rbac.authorization.k8s.io', version: 'v1' };
const CLUSTER_ROLES = { ...RBAC, resource: 'clusterroles' };
export const CLUSTER_ROLE_BINDINGS = { ...RBAC, resource: 'clusterrolebindings' };
export const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
export const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
const ACCOUNTS = { group: '', version: 'v1', resource: 'serviceaccounts' };

export interface TestRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
}

/** Gives a user, a group (`group:x`) or an account (`account:ns/name`) these rights in the whole cluster. */
export async function grant(
  client: KubeClient,
  name: string,
  subject: string,
  rules: readonly TestRule[],
): Promise<void> {
  const metadata = { name };
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  await client.create(CLUSTER_ROLES, { apiVersion, kind: 'ClusterRole', metadata, rules } as KubeObject);
  await client.create(CLUSTER_ROLE_BINDINGS, {
    apiVersion,
    kind: 'ClusterRoleBinding',
    metadata,
    subjects: [subjectOf(subject)],
    roleRef: { kind: 'ClusterRole', name, apiGroup: RBAC.group },
  } as KubeObject);
}

function subjectOf(subject: string): object {
  const apiGroup = RBAC.group;
  if (subject.startsWith('group:')) return { kind: 'Group', name: subject.slice(6), apiGroup };
  if (!subject.startsWith('account:')) return { kind: 'User', name: subject, apiGroup };
  const [namespace, name] = subject.slice(8).split('/');
  return { kind: 'ServiceAccount', namespace, name };
}

/** Makes an account and a token of it. */
export async function accountToken(client: KubeClient, namespace: string, name: string): Promise<string> {
  const metadata = { namespace, name };
  await client.create(ACCOUNTS, { apiVersion: 'v1', kind: 'ServiceAccount', metadata });
  const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata, spec: {} };
  const options = { namespace, name, subresource: 'token' };
  const issued: unknown = await client.create(ACCOUNTS, request, options);
  return (issued as { status: { token: string } }).status.token;
}

export async function createSecret(
  client: KubeClient,
  { namespace, name }: { namespace: string; name: string },
  stringData: Readonly<Record<string, string>>,
): Promise<void> {
  const data = Object.fromEntries(
    Object.entries(stringData).map(([key, text]) => [key, Buffer.from(text).toString('base64')]),
  );
  await client.create(SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata: { namespace, name }, data });
}

const CRDS = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };

/** A definition of ManagedClusters that takes anything; resolves when it is served. */
export async function defineManagedClusters(client: KubeClient): Promise<void> {
  const group = 'clusters.clusternet.io';
  const name = `managedclusters.${group}`;
  const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  await client.create(CRDS, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec: {
      group,
      scope: 'Namespaced',
      names: {
        plural: 'managedclusters',
        singular: 'managedcluster',
        kind: 'ManagedCluster',
        listKind: 'ManagedClusterList',
      },
      versions: [{ name: 'v1beta1', served: true, storage: true, schema: { openAPIV3Schema: anything } }],
    },
  });
  const signal = AbortSignal.timeout(300_000);
  for await (const { object } of client.watch(CRDS, { fieldSelector: `metadata.name=${name}`, signal })) {
    const { conditions = [] } =
      (object as { status?: { conditions?: { type: string; status: string }[] } }).status ?? {};
    if (conditions.some(({ type, status }) => type === 'Established' && status === 'True')) return;
  }
}

import type { KubeObject } from '@banyan/api';
import { GATEWAY_SECRET, KUBECONFIG_SECRET } from '@banyan/api/banyan';
import { DEPLOYER_SECRET, MANAGED_CLUSTERS } from '@banyan/api/clusternet';
import { PEER_SECRET } from '../peers/peer-secret.ts';
import { PROXIES_GROUP } from '../routing/socket-path.ts';

const RBAC = 'rbac.authorization.k8s.io';
const API_VERSION = `${RBAC}/v1`;

const PEERS_ROLE = 'banyan:hub-peers';
/** Who may use the upstream way: as the user `clusternet`, with credentials of the member in the extras. */
const SOCKETS_PROXY = 'clusternet:system:socketsproxy';
/** The user that those go as. He has nothing else, and in a member nothing at all. */
const PROXY_USER = 'clusternet';

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

interface Subject {
  readonly kind: 'User' | 'Group' | 'ServiceAccount';
  readonly name: string;
  readonly namespace?: string;
}

const PROXY_RULE: Rule = { apiGroups: [PROXIES_GROUP], resources: ['sockets/proxy'], verbs: ['*'] };
const EXTRAS = ['clusternet-token', 'clusternet-certificate', 'clusternet-privatekey'];

/**
 * `clusternet:system:socketsproxy` as in Clusternet, for an administrator to bind to whom he likes: here nobody has it. And
 * what the user `clusternet`, whom they then are, needs himself.
 */
export function socketsProxyRoles(): KubeObject[] {
  const impersonate = (resources: readonly string[], resourceNames?: readonly string[]): Rule => ({
    apiGroups: [resources[0] === 'users' ? '' : 'authentication.k8s.io'],
    resources,
    ...(resourceNames !== undefined && { resourceNames }),
    verbs: ['impersonate'],
  });
  return [
    clusterRole(SOCKETS_PROXY, [
      PROXY_RULE,
      impersonate(['users'], [PROXY_USER]),
      impersonate(EXTRAS.map((key) => `userextras/${key}`)),
    ]),
    clusterRole('banyan:sockets-proxy-user', [PROXY_RULE]),
    clusterRoleBinding('banyan:sockets-proxy-user', 'banyan:sockets-proxy-user', [
      { kind: 'User', name: PROXY_USER },
    ]),
  ];
}

/** Upstream's binding: anyone, also who says nothing of himself, may go through with credentials of the member. */
export function anonymousProxyRoles(): KubeObject[] {
  return [
    clusterRoleBinding(`${SOCKETS_PROXY}:anonymous`, SOCKETS_PROXY, [
      { kind: 'Group', name: 'system:unauthenticated' },
      { kind: 'Group', name: 'system:authenticated' },
      { kind: 'User', name: 'system:anonymous' },
    ]),
  ];
}

/** What the gateway's account needs in the parent, that of `PeerDirectory` included, and nothing else of its Secrets. */
export function gatewayRole(namespace: string, serviceAccount: string): KubeObject[] {
  const name = 'banyan:gateway';
  const subjects: Subject[] = [{ kind: 'ServiceAccount', namespace, name: serviceAccount }];
  const read = ['get', 'list', 'watch'];
  const write = ['create', 'update', 'patch'];
  const secrets = [GATEWAY_SECRET, KUBECONFIG_SECRET, DEPLOYER_SECRET];
  return [
    clusterRole(name, [
      { apiGroups: [MANAGED_CLUSTERS.group], resources: [MANAGED_CLUSTERS.resource], verbs: read },
      { apiGroups: [''], resources: ['namespaces'], verbs: read },
      { apiGroups: [''], resources: ['secrets'], resourceNames: secrets, verbs: read },
    ]),
    clusterRoleBinding(name, name, subjects),
    clusterRoleBinding(`${name}:auth-delegator`, 'system:auth-delegator', subjects),
    roleBinding('kube-system', 'extension-apiserver-authentication-reader', subjects),
    {
      apiVersion: API_VERSION,
      kind: 'Role',
      metadata: { namespace, name: PEERS_ROLE },
      rules: [
        { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: [...read, ...write, 'delete'] },
        { apiGroups: [''], resources: ['secrets'], resourceNames: [PEER_SECRET], verbs: ['get', 'update'] },
        // What is to be created has no name yet to go by.
        { apiGroups: [''], resources: ['secrets'], verbs: ['create'] },
      ],
    } as KubeObject,
    roleBinding(namespace, PEERS_ROLE, subjects),
  ];
}

function roleBinding(namespace: string, role: string, subjects: readonly Subject[]): KubeObject {
  return {
    apiVersion: API_VERSION,
    kind: 'RoleBinding',
    metadata: { namespace, name: `banyan:gateway:${role}` },
    subjects,
    roleRef: { kind: 'Role', name: role, apiGroup: RBAC },
  } as KubeObject;
}

export function clusterRole(name: string, rules: readonly Rule[]): KubeObject {
  return { apiVersion: API_VERSION, kind: 'ClusterRole', metadata: { name }, rules } as KubeObject;
}

export function clusterRoleBinding(name: string, role: string, subjects: readonly Subject[]): KubeObject {
  const withGroup = subjects.map((one) => (one.kind === 'ServiceAccount' ? one : { ...one, apiGroup: RBAC }));
  return {
    apiVersion: API_VERSION,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    subjects: withGroup,
    roleRef: { kind: 'ClusterRole', name: role, apiGroup: RBAC },
  } as KubeObject;
}

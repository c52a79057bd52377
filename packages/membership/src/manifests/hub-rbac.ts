import type { KubeObject } from '@banyan/api';
import { AGENT_TOKEN_SECRET, GATEWAY_SECRET, KUBECONFIG_SECRET } from '@banyan/api/banyan';
import { DEPLOYER_SECRET } from '@banyan/api/clusternet';
import { clusterInfoReaders } from './cluster-info-readers.ts';
import { OLD_AGENT_ROLE, oldAgentRole } from './old-agent-role.ts';
import { grantedRole, serviceAccount, type PolicyRule } from './rbac-objects.ts';

const READ = ['get', 'list', 'watch'];
const CHANGE = ['update', 'patch'];
const ALL = [...READ, 'create', ...CHANGE, 'delete'];

/** What the hub's account may do in the parent, besides what its gateway needs. */
export function hubRbac(namespace: string, account: string): KubeObject[] {
  const hub = { account, namespace };
  return [
    serviceAccount(namespace, account),
    oldAgentRole(),
    ...grantedRole(
      { name: 'banyan:hub', rules: [...MEMBERSHIP_RULES, ...DISTRIBUTION_RULES, ...AGENT_RULES] },
      hub,
    ),
    ...grantedRole({ name: 'banyan:hub', namespace, rules: OWN_NAMESPACE_RULES }, hub),
    ...grantedRole({ name: 'banyan:hub', namespace: 'kube-public', rules: CLUSTER_INFO_RULES }, hub),
    ...clusterInfoReaders(),
  ];
}

/** The Secrets in members' namespaces that the hub knows by name; it reads no other. */
const MEMBER_SECRETS = [GATEWAY_SECRET, KUBECONFIG_SECRET, DEPLOYER_SECRET, AGENT_TOKEN_SECRET];

/** Registration, heartbeat and leaving. */
const MEMBERSHIP_RULES: PolicyRule[] = [
  {
    apiGroups: ['clusters.clusternet.io'],
    resources: ['clusterregistrationrequests', 'managedclusters'],
    verbs: ALL,
  },
  {
    apiGroups: ['clusters.clusternet.io'],
    resources: ['clusterregistrationrequests/status', 'managedclusters/status'],
    verbs: ['get', ...CHANGE],
  },
  { apiGroups: [''], resources: ['namespaces'], verbs: [...READ, 'create', 'delete'] },
  { apiGroups: [''], resources: ['serviceaccounts'], verbs: ALL },
  { apiGroups: [''], resources: ['serviceaccounts/token'], verbs: ['create'] },
  {
    apiGroups: ['rbac.authorization.k8s.io'],
    resources: ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'],
    verbs: ALL,
  },
  {
    apiGroups: ['rbac.authorization.k8s.io'],
    resources: ['clusterroles'],
    resourceNames: [OLD_AGENT_ROLE],
    verbs: ['bind'],
  },
  { apiGroups: [''], resources: ['secrets'], verbs: ['create'] },
  {
    apiGroups: [''],
    resources: ['secrets'],
    resourceNames: MEMBER_SECRETS,
    verbs: [...READ, ...CHANGE, 'delete'],
  },
  // Its own CA, in the APIService that the manifests created.
  {
    apiGroups: ['apiregistration.k8s.io'],
    resources: ['apiservices'],
    resourceNames: ['v1alpha1.proxies.clusternet.io'],
    verbs: ['get', 'patch'],
  },
];

/** From a Subscription to what its members are to have. What authors write is read; told on it is only its state. */
const DISTRIBUTION_RULES: PolicyRule[] = [
  {
    apiGroups: ['apps.clusternet.io'],
    resources: ['subscriptions', 'globalizations', 'manifests'],
    verbs: [...READ, ...CHANGE],
  },
  {
    apiGroups: ['apps.clusternet.io'],
    resources: ['bases', 'descriptions', 'localizations', 'feedinventories'],
    verbs: ALL,
  },
  {
    apiGroups: ['apps.clusternet.io'],
    resources: ['subscriptions/status', 'globalizations/status', 'localizations/status', 'bases/status'],
    verbs: ['get', ...CHANGE],
  },
  // Where owners may be named only by who may hold them up.
  {
    apiGroups: ['apps.clusternet.io'],
    resources: ['subscriptions/finalizers', 'bases/finalizers'],
    verbs: ['update'],
  },
];

/** Only who has a right can give it: these are here because agents get them, each for its own namespace. */
const AGENT_RULES: PolicyRule[] = [
  {
    apiGroups: ['apps.clusternet.io'],
    resources: ['descriptions', 'helmreleases'],
    verbs: [...READ, ...CHANGE],
  },
  {
    apiGroups: ['apps.clusternet.io'],
    resources: ['descriptions/status', 'helmreleases/status'],
    verbs: ['get', ...CHANGE],
  },
  { apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: ['create', ...CHANGE] },
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: [...READ, 'create', ...CHANGE] },
  { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ALL },
  {
    apiGroups: ['proxies.clusternet.io'],
    resources: ['sockets', 'sockets/attach'],
    verbs: ['get', 'create'],
  },
];

/** Leases of replicas, leaders and shards; the hub's CA, the secret between replicas, registration tokens. */
const OWN_NAMESPACE_RULES: PolicyRule[] = [
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ALL },
  { apiGroups: [''], resources: ['secrets'], verbs: ALL },
];

/** Where agents learn the CA of the parent. */
const CLUSTER_INFO_RULES: PolicyRule[] = [
  { apiGroups: [''], resources: ['configmaps'], verbs: ['create'] },
  {
    apiGroups: [''],
    resources: ['configmaps'],
    resourceNames: ['cluster-info'],
    verbs: [...READ, ...CHANGE],
  },
];

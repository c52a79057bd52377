import type { KubeObject } from '@banyan/api';
import { GATEWAY_ACCOUNT, MEMBER_ADMINS_GROUP } from '@banyan/api/banyan';
import { DEPLOYER_ACCOUNT, PARENT_SECRET } from '@banyan/api/clusternet';
import { binding, grantedRole, serviceAccount } from './rbac-objects.ts';

export interface AgentRbacOptions {
  readonly namespace: string;
  /** The agent's own account. */
  readonly account: string;
  /** The agent's Lease, whose uid is the cluster's id. */
  readonly lease: string;
}

/**
 * In the member: what the agent may do, and the accounts as which the hub comes. The deployer's may do everything here: the
 * agent deploys as it, and gives its token to the hub only if the hub is to push.
 */
export function agentRbac(options: AgentRbacOptions): KubeObject[] {
  const { namespace, account } = options;
  const agent = { account, namespace };
  return [
    serviceAccount(namespace, account),
    serviceAccount(namespace, GATEWAY_ACCOUNT),
    serviceAccount(namespace, DEPLOYER_ACCOUNT),
    ...grantedRole({ name: 'banyan:agent', rules: CLUSTER_RULES }, agent),
    ...grantedRole({ name: 'banyan:agent', namespace, rules: ownNamespaceRules(options) }, agent),
    ...grantedRole(
      { name: 'banyan:member-gateway', rules: GATEWAY_RULES },
      { account: GATEWAY_ACCOUNT, namespace },
    ),
    binding({
      name: MEMBER_ADMINS_GROUP,
      roleKind: 'ClusterRole',
      roleName: 'cluster-admin',
      subjects: [{ group: MEMBER_ADMINS_GROUP }],
    }),
    deployerBinding(namespace),
  ];
}

/** The heartbeat reads these; by itself the agent writes nothing outside its namespace. */
const CLUSTER_RULES = [
  { apiGroups: [''], resources: ['nodes', 'pods'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: ['metrics.k8s.io'], resources: ['nodes'], verbs: ['get', 'list'] },
  { nonResourceURLs: ['/healthz', '/livez', '/readyz', '/version'], verbs: ['get'] },
];

function ownNamespaceRules({ lease }: AgentRbacOptions) {
  const accounts = [GATEWAY_ACCOUNT, DEPLOYER_ACCOUNT];
  const update = ['get', 'update', 'patch'];
  return [
    // Names cannot bound `create`, of what the request itself does not name.
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create'] },
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], resourceNames: [lease], verbs: update },
    { apiGroups: [''], resources: ['secrets'], verbs: ['create'] },
    {
      apiGroups: [''],
      resources: ['secrets'],
      resourceNames: [PARENT_SECRET],
      verbs: [...update, 'delete'],
    },
    { apiGroups: [''], resources: ['serviceaccounts'], resourceNames: accounts, verbs: ['get'] },
    { apiGroups: [''], resources: ['serviceaccounts/token'], resourceNames: accounts, verbs: ['create'] },
    { apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: ['create', 'patch', 'update'] },
  ];
}

/**
 * The hub's gateway acts here as its callers; by itself it may do nothing. Not as this cluster's service accounts: the
 * hub's own have another name here.
 */
const GATEWAY_RULES = [{ apiGroups: [''], resources: ['users', 'groups'], verbs: ['impersonate'] }];

function deployerBinding(namespace: string): KubeObject {
  return binding({
    name: DEPLOYER_ACCOUNT,
    roleKind: 'ClusterRole',
    roleName: 'cluster-admin',
    subjects: [{ account: DEPLOYER_ACCOUNT, namespace }],
  });
}

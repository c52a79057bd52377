import type { GroupVersionResource, KubeObject } from '@banyan/api';
import { ACCESS_LABEL, MEMBER_FINALIZER } from '@banyan/api/banyan';
import {
  AUTO_UPDATE_ANNOTATION,
  BOOTSTRAPPING_LABEL,
  CLUSTER_ID_LABEL,
  CLUSTER_NAME_LABEL,
  CLUSTERS_API_VERSION,
  CREATED_BY_LABEL,
  INITIALIZATION_TAINT,
  type ClusterRegistrationRequest,
  type ManagedCluster,
} from '@banyan/api/clusternet';
import type { Namespace } from '@banyan/api/objects';
import { OLD_AGENT_ROLE } from '../../manifests/old-agent-role.ts';
import { binding, role, serviceAccount, type RoleSubject } from '../../manifests/rbac-objects.ts';
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  ROLE_BINDINGS,
  ROLES,
  SERVICE_ACCOUNTS,
} from '../hub-resources.ts';
import { clusterRoleName, derivedName, MEMBER_ROLE, OLD_AGENT_BINDING } from '../member-names.ts';
import { agentClusterRules, agentNamespaceRules } from './agent-rules.ts';

/** Who a member is in the hub. */
export interface MemberIdentity {
  readonly clusterId: string;
  readonly name: string;
  readonly namespace: string;
}

/** Objects of what is created on behalf of a cluster carry it, as Clusternet's do. */
export const CREATED_FOR_AGENTS = 'clusternet-agent';

export function memberLabels({ clusterId, name }: MemberIdentity): Record<string, string> {
  return {
    [CREATED_BY_LABEL]: CREATED_FOR_AGENTS,
    [CLUSTER_ID_LABEL]: clusterId,
    [CLUSTER_NAME_LABEL]: name,
  };
}

/** How a member is reached. */
export type MemberAccess = 'agent' | 'kubeconfig';

export function memberNamespace(member: MemberIdentity, access: MemberAccess = 'agent'): Namespace {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: member.namespace, labels: { ...memberLabels(member), [ACCESS_LABEL]: access } },
  };
}

/** As it begins; afterwards it is the agent's and the administrators' to change. */
export function newManagedCluster(
  member: MemberIdentity,
  { spec }: ClusterRegistrationRequest,
  { waitsForInit }: { readonly waitsForInit: boolean },
): ManagedCluster {
  const { clusterId, clusterType, clusterLabels, syncMode = 'Pull' } = spec;
  const waiting = { key: INITIALIZATION_TAINT, value: 'ClusterInitWaiting', effect: 'NoSchedule' } as const;
  return {
    apiVersion: CLUSTERS_API_VERSION,
    kind: 'ManagedCluster',
    metadata: {
      name: member.name,
      namespace: member.namespace,
      labels: { ...clusterLabels, ...memberLabels(member), [ACCESS_LABEL]: 'agent' },
      finalizers: [MEMBER_FINALIZER],
    },
    spec: {
      clusterId,
      ...(clusterType !== undefined && { clusterType }),
      syncMode,
      ...(waitsForInit && { taints: [waiting] }),
    },
  };
}

/** An object that is to be as it is here, and where it is kept. */
export interface WantedObject {
  readonly resource: GroupVersionResource;
  readonly object: KubeObject;
}

/** By which the agent comes to the hub, and what it may do there. The account is the first. */
export function agentAccess(member: MemberIdentity, isOldAgent: boolean): [WantedObject, ...WantedObject[]] {
  const { clusterId, namespace } = member;
  const account = derivedName(member.name);
  const subjects = [{ account, namespace }];
  const clusterWide = clusterRoleName(clusterId);
  const marked = (object: KubeObject): KubeObject => ({
    ...object,
    metadata: { ...object.metadata, ...rbacMarks(member) },
  });
  return [
    {
      resource: SERVICE_ACCOUNTS,
      object: withLabels(serviceAccount(namespace, account), memberLabels(member)),
    },
    {
      resource: CLUSTER_ROLES,
      object: marked(role({ name: clusterWide, rules: agentClusterRules(clusterId, isOldAgent) })),
    },
    {
      resource: CLUSTER_ROLE_BINDINGS,
      object: marked(
        binding({ name: clusterWide, roleKind: 'ClusterRole', roleName: clusterWide, subjects }),
      ),
    },
    {
      resource: ROLES,
      object: marked(role({ name: MEMBER_ROLE, namespace, rules: agentNamespaceRules() })),
    },
    {
      resource: ROLE_BINDINGS,
      object: marked(
        binding({ name: MEMBER_ROLE, namespace, roleKind: 'Role', roleName: MEMBER_ROLE, subjects }),
      ),
    },
    ...(isOldAgent
      ? [{ resource: ROLE_BINDINGS, object: marked(oldAgentBinding(namespace, subjects)) }]
      : []),
  ];
}

function oldAgentBinding(namespace: string, subjects: readonly RoleSubject[]): KubeObject {
  return binding({
    name: OLD_AGENT_BINDING,
    namespace,
    roleKind: 'ClusterRole',
    roleName: OLD_AGENT_ROLE,
    subjects,
  });
}

function rbacMarks({
  clusterId,
  name,
}: MemberIdentity): Pick<KubeObject['metadata'], 'labels' | 'annotations'> {
  return {
    labels: {
      [BOOTSTRAPPING_LABEL]: 'rbac-defaults',
      [CREATED_BY_LABEL]: 'clusternet-controller-manager',
      [CLUSTER_ID_LABEL]: clusterId,
      [CLUSTER_NAME_LABEL]: name,
    },
    annotations: { [AUTO_UPDATE_ANNOTATION]: 'true' },
  };
}

function withLabels(object: KubeObject, labels: Record<string, string>): KubeObject {
  return { ...object, metadata: { ...object.metadata, labels } };
}

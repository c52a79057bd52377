import type { KubeObject } from '@banyan/api';

const RBAC_API_VERSION = 'rbac.authorization.k8s.io/v1';
const RBAC_GROUP = 'rbac.authorization.k8s.io';

export interface PolicyRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
}

/** Who gets a role: an account of a namespace, a group, or a user. */
export type RoleSubject =
  | { readonly account: string; readonly namespace: string }
  | { readonly group: string }
  | { readonly user: string };

export interface NamedRole {
  readonly name: string;
  /** Without one: a ClusterRole. */
  readonly namespace?: string;
  readonly rules: readonly PolicyRule[];
}

export function serviceAccount(namespace: string, name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } };
}

export function role({ name, namespace, rules }: NamedRole): KubeObject {
  return namespace === undefined
    ? { apiVersion: RBAC_API_VERSION, kind: 'ClusterRole', metadata: { name }, rules }
    : { apiVersion: RBAC_API_VERSION, kind: 'Role', metadata: { name, namespace }, rules };
}

export interface NamedBinding {
  readonly name: string;
  /** Without one: a ClusterRoleBinding. */
  readonly namespace?: string;
  readonly roleKind: 'ClusterRole' | 'Role';
  readonly roleName: string;
  readonly subjects: readonly RoleSubject[];
}

export function binding({ name, namespace, roleKind, roleName, subjects }: NamedBinding): KubeObject {
  return {
    apiVersion: RBAC_API_VERSION,
    kind: namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    roleRef: { apiGroup: RBAC_GROUP, kind: roleKind, name: roleName },
    subjects: subjects.map(subjectObject),
  };
}

function subjectObject(subject: RoleSubject): object {
  if ('group' in subject) return { apiGroup: RBAC_GROUP, kind: 'Group', name: subject.group };
  if ('user' in subject) return { apiGroup: RBAC_GROUP, kind: 'User', name: subject.user };
  return { kind: 'ServiceAccount', name: subject.account, namespace: subject.namespace };
}

/** A role and its binding of the same name. */
export function grantedRole(granted: NamedRole, ...subjects: RoleSubject[]): KubeObject[] {
  const { name, namespace } = granted;
  const roleKind = namespace === undefined ? 'ClusterRole' : 'Role';
  return [
    role(granted),
    binding({ name, ...(namespace !== undefined && { namespace }), roleKind, roleName: name, subjects }),
  ];
}

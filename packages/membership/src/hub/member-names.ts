import { createHash } from 'node:crypto';

/** Of a namespace, a service account and a label's value. */
const LONGEST_NAME = 63;
const HASH_CHARACTERS = 8;

/** Of the namespace and the account that a member gets in the hub. Long names are cut, and end in a hash. */
export function derivedName(memberName: string): string {
  const name = `clusternet-${memberName}`;
  if (name.length <= LONGEST_NAME) return name;
  const hash = createHash('sha256').update(memberName).digest('hex').slice(0, HASH_CHARACTERS);
  return `${name.slice(0, LONGEST_NAME - HASH_CHARACTERS - 1).replace(/-+$/, '')}-${hash}`;
}

/** Namespaces that are somebody's whether they exist or not. */
export function isReservedNamespace(namespace: string): boolean {
  return /^(kube-.*|default|clusternet-system|clusternet-reserved)$/.test(namespace);
}

/** Of the ClusterRegistrationRequest. */
export function requestName(clusterId: string): string {
  return `clusternet-${clusterId}`;
}

/** Of the ClusterRole and the ClusterRoleBinding. */
export function clusterRoleName(clusterId: string): string {
  return `clusternet-${clusterId}`;
}

/** Of the Role and the RoleBinding in the member's namespace. */
export const MEMBER_ROLE = 'clusternet-managedcluster-role';

/** Of the RoleBinding of an unmodified Clusternet agent to OLD_AGENT_ROLE. */
export const OLD_AGENT_BINDING = 'clusternet-managedcluster-secrets';

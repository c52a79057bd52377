import type { CaseContext } from '../case-context.ts';
import type { Caller } from '../contract-target.ts';

export const RBAC = 'rbac.authorization.k8s.io';
export const ROLES = 'roles.rbac.authorization.k8s.io/v1';
export const BINDINGS = 'rolebindings.rbac.authorization.k8s.io/v1';
export const CLUSTER_ROLES = `/apis/${RBAC}/v1/clusterroles`;
export const CLUSTER_BINDINGS = `/apis/${RBAC}/v1/clusterrolebindings`;

export interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** A person whom no other case knows: cluster-wide grants of one case must not reach another. */
export function personOf(c: CaseContext): Caller & { readonly user: string } {
  return { user: c.clusterName('person') };
}

export function role(name: string, rules: readonly Rule[]): object {
  return { apiVersion: `${RBAC}/v1`, kind: 'Role', metadata: { name }, rules };
}

export function clusterRole(name: string, rules: readonly Rule[], rest: object = {}): object {
  return { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name }, rules, ...rest };
}

export interface BindingParts {
  readonly name?: string;
  readonly kind?: 'RoleBinding' | 'ClusterRoleBinding';
  readonly role: { readonly kind: 'Role' | 'ClusterRole'; readonly name: string };
  readonly subject: object;
}

export function binding({ name, kind = 'RoleBinding', role, subject }: BindingParts): object {
  return {
    apiVersion: `${RBAC}/v1`,
    kind,
    metadata: { name: name ?? role.name },
    roleRef: { apiGroup: RBAC, ...role },
    subjects: [subject],
  };
}

export function userSubject({ user }: { readonly user: string }): object {
  return { apiGroup: RBAC, kind: 'User', name: user };
}

/** Lets a subject do things in the case's namespace, unrecorded. The role and its binding are called `granted`. */
export async function grant(c: CaseContext, subject: object, rules: readonly Rule[]): Promise<void> {
  await c.setup({ method: 'POST', path: c.at(ROLES), body: role('granted', rules) });
  const body = binding({ role: { kind: 'Role', name: 'granted' }, subject });
  await c.setup({ method: 'POST', path: c.at(BINDINGS), body });
}

/** Lets a subject do things everywhere, unrecorded. */
export async function grantEverywhere(
  c: CaseContext,
  subject: object,
  rules: readonly Rule[],
): Promise<void> {
  const name = c.clusterName('granted');
  await c.setup({ method: 'POST', path: CLUSTER_ROLES, body: clusterRole(name, rules) });
  const body = binding({ kind: 'ClusterRoleBinding', role: { kind: 'ClusterRole', name }, subject });
  await c.setup({ method: 'POST', path: CLUSTER_BINDINGS, body });
}

/** The authorizer learns of grants a moment after they are stored: waits until it allows this. */
export async function untilAllowed(
  c: CaseContext,
  request: { path: string; as: Caller; method?: string; body?: object },
) {
  await c.until(request, ({ status }) => status !== 403);
}

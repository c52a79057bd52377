import type { KubeObject } from '@banyan/api';

export const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** A rule as roles have it. Lists that are missing and lists that are empty mean the same. */
export interface PolicyRule {
  readonly verbs?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

export interface RoleRef {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
}

export interface Subject {
  readonly kind: string;
  readonly name: string;
  /** Of a ServiceAccount; without it, the binding's own. */
  readonly namespace?: string;
}

type WireRule = Readonly<Record<string, unknown>>;

/** The rules of a Role or ClusterRole. On the wire they, and the lists in them, may be null. */
export function rulesOf(role: Readonly<KubeObject>): readonly PolicyRule[] {
  const rules = (role['rules'] as readonly WireRule[] | null | undefined) ?? [];
  return rules.map((rule) => {
    const entries = Object.entries(rule);
    const isWhole = entries.every(([, list]) => list !== null);
    return isWhole ? rule : Object.fromEntries(entries.filter(([, list]) => list !== null));
  });
}

export function roleRefOf(binding: Readonly<KubeObject>): RoleRef {
  return (binding['roleRef'] as RoleRef | undefined) ?? { kind: '', name: '' };
}

export function subjectsOf(binding: Readonly<KubeObject>): readonly Subject[] {
  return (binding['subjects'] as readonly Subject[] | null | undefined) ?? [];
}

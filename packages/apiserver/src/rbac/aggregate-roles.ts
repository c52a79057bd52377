import { isDeepStrictEqual } from 'node:util';
import { matchesLabelSelector, type KubeObject, type LabelSelector } from '@banyan/api';
import { rulesOf, type PolicyRule } from './policy-rule.ts';

/**
 * The rules that an aggregated ClusterRole should have: those of all the roles that its selectors find, in the order
 * of their names, selector by selector, none twice. Undefined for a role that is not aggregated.
 */
export function aggregatedRules(
  role: Readonly<KubeObject>,
  clusterRoles: Iterable<Readonly<KubeObject>>,
): PolicyRule[] | undefined {
  const aggregation = role['aggregationRule'] as
    | { clusterRoleSelectors?: readonly LabelSelector[] | null }
    | null
    | undefined;
  if (aggregation === undefined || aggregation === null) return undefined;
  const others = [...clusterRoles]
    .filter(({ metadata }) => metadata.name !== role.metadata.name)
    .toSorted((a, b) => ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1));
  const rules: PolicyRule[] = [];
  for (const selector of aggregation.clusterRoleSelectors ?? [])
    for (const other of others)
      if (matchesLabelSelector(selector, other.metadata.labels)) addNew(rules, rulesOf(other));
  return rules;
}

function addNew(rules: PolicyRule[], more: readonly PolicyRule[]): void {
  for (const rule of more) if (!rules.some((known) => isDeepStrictEqual(known, rule))) rules.push(rule);
}

/**
 * Every aggregated role whose rules are not what they should be, with those they should have. Roles are made of
 * roles that may be aggregated themselves: ask again after writing, until the answer is empty.
 */
export function staleAggregations(
  clusterRoles: readonly Readonly<KubeObject>[],
): { readonly name: string; readonly rules: PolicyRule[] }[] {
  return clusterRoles.flatMap((role) => {
    const rules = aggregatedRules(role, clusterRoles);
    if (rules === undefined || isDeepStrictEqual(rules, [...rulesOf(role)])) return [];
    return [{ name: role.metadata.name ?? '', rules }];
  });
}

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

/** A role made of a role that is made of another …: nobody goes deeper. */
const MAX_ROUNDS = 10;

export interface Aggregation {
  readonly name: string;
  readonly rules: PolicyRule[];
}

/**
 * Every aggregated role whose rules are not what they should be, with those they should have when all others have
 * theirs: roles may be made of aggregated ones. Roles that are made of each other may never come to rest; then none is
 * named that still changes.
 */
export function settledAggregations(clusterRoles: readonly Readonly<KubeObject>[]): Aggregation[] {
  const before = new Map(clusterRoles.map((role) => [role.metadata.name ?? '', role]));
  let roles = clusterRoles;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const stale = staleAggregations(roles);
    if (stale.length === 0) return changesOf(roles, before, []);
    const rulesByName = new Map(stale.map(({ name, rules }) => [name, rules]));
    roles = roles.map((role) => {
      const rules = rulesByName.get(role.metadata.name ?? '');
      return rules === undefined ? role : { ...role, rules };
    });
  }
  const restless = staleAggregations(roles).map(({ name }) => name);
  return changesOf(roles, before, restless);
}

function changesOf(
  roles: readonly Readonly<KubeObject>[],
  before: ReadonlyMap<string, Readonly<KubeObject>>,
  except: readonly string[],
): Aggregation[] {
  return roles.flatMap((role) => {
    const name = role.metadata.name ?? '';
    const old = before.get(name);
    if (old === role || old === undefined || except.includes(name)) return [];
    const rules = [...rulesOf(role)];
    return isDeepStrictEqual(rules, [...rulesOf(old)]) ? [] : [{ name, rules }];
  });
}

/** Those whose rules are not what the others' are now. */
function staleAggregations(clusterRoles: readonly Readonly<KubeObject>[]): Aggregation[] {
  return clusterRoles.flatMap((role) => {
    const rules = aggregatedRules(role, clusterRoles);
    if (rules === undefined || isDeepStrictEqual(rules, [...rulesOf(role)])) return [];
    return [{ name: role.metadata.name ?? '', rules }];
  });
}

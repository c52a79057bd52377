import type { KubeObject, LabelSelector, StatusCause } from '@banyan/api';
import { invalidValue, required } from '../fields/field-error.ts';
import { validateLabelSelector } from '../fields/label-validation.ts';
import { pathSegmentName, type NameRule } from '../fields/name-format.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';

interface Role extends KubeObject {
  rules?: PolicyRule[] | null;
  aggregationRule?: { clusterRoleSelectors?: LabelSelector[] };
}

interface PolicyRule {
  verbs?: string[] | null;
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
}

/** Roles have names that others may not have: `system:node`. A prefix is looked at as if it were the name. */
export const accessName: NameRule = (name) => pathSegmentName(name, false);

export const roleRules = rulesOfRole('Role', true);
export const clusterRoleRules = rulesOfRole('ClusterRole', false);

function rulesOfRole(kind: string, namespaced: boolean): KindRules {
  const validate = (role: Readonly<Role>): StatusCause[] => [
    ...(role.rules ?? []).flatMap((rule, i) => validateRule(rule, namespaced, `rules[${i}]`)),
    ...validateAggregation(role),
  ];
  return {
    kind: { group: 'rbac.authorization.k8s.io', version: 'v1', kind },
    namespaced,
    name: accessName,
    hasStatus: false,
    validate,
    validateUpdate: (role, old) => [
      ...validateObjectMeta(role.metadata, { namespaced, name: accessName }),
      ...validate(role),
      ...validateObjectMetaUpdate(role.metadata, old.metadata),
    ],
  };
}

function validateRule(rule: PolicyRule, namespaced: boolean, field: string): StatusCause[] {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  const ofVerbs =
    (verbs ?? []).length > 0 ? [] : [required(`${field}.verbs`, 'verbs must contain at least one value')];
  if (nonResourceURLs.length > 0) {
    const why = [
      ...(namespaced ? ['namespaced rules cannot apply to non-resource URLs'] : []),
      ...(apiGroups.length + resources.length + resourceNames.length > 0
        ? ['rules cannot apply to both regular resources and non-resource URLs']
        : []),
    ];
    return [
      ...ofVerbs,
      ...why.map((each) => invalidValue(`${field}.nonResourceURLs`, nonResourceURLs, each)),
    ];
  }
  return [
    ...ofVerbs,
    ...(apiGroups.length > 0
      ? []
      : [required(`${field}.apiGroups`, 'resource rules must supply at least one api group')]),
    ...(resources.length > 0
      ? []
      : [required(`${field}.resources`, 'resource rules must supply at least one resource')]),
  ];
}

function validateAggregation({ aggregationRule }: Readonly<Role>): StatusCause[] {
  if (aggregationRule === undefined) return [];
  const field = 'aggregationRule.clusterRoleSelectors';
  const selectors = aggregationRule.clusterRoleSelectors ?? [];
  if (selectors.length === 0) {
    return [required(field, 'at least one clusterRoleSelector required if aggregationRule is non-nil')];
  }
  return selectors.flatMap((selector, i) => {
    const causes = validateLabelSelector(selector, `${field}[${i}]`);
    // What cannot be read as a selector is told once more, and there is nothing to print of it.
    if (causes.length > 0) causes.push(invalidValue(`${field}[${i}]`, null, 'invalid label selector.'));
    return causes;
  });
}

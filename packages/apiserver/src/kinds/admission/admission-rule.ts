import type { StatusCause } from '@banyan/api';
import { duplicate, invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { pathSegmentName } from '../fields/name-format.ts';
import { repeatedPlaces } from '../fields/repeated-places.ts';

/** Which requests a webhook or a policy is about. */
export interface AdmissionRule {
  operations?: string[];
  apiGroups?: string[];
  apiVersions?: string[];
  resources?: string[];
  scope?: string;
  resourceNames?: string[];
}

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const SCOPES = ['*', 'Cluster', 'Namespaced'];

export function applyRuleDefaults(rules: readonly AdmissionRule[] | undefined): void {
  for (const rule of rules ?? []) rule.scope ??= '*';
}

/** `resourceNames` belong to policies alone. */
export function validateNamedRule(rule: AdmissionRule, field: string): StatusCause[] {
  const names = rule.resourceNames ?? [];
  const repeated = repeatedPlaces(names);
  return [
    ...names.flatMap((name, i) => [
      ...malformed(`${field}.resourceNames[${i}]`, name, pathSegmentName(name, false)),
      ...(repeated.has(i) ? [duplicate(`${field}.resourceNames[${i}]`, name)] : []),
    ]),
    ...validateRule(rule, field),
  ];
}

export function validateRule(rule: AdmissionRule, field: string): StatusCause[] {
  const { operations = [], apiGroups = [], apiVersions = [], resources = [], scope } = rule;
  return [
    ...validateList(operations, 'operations', `${field}.operations`),
    ...operations.flatMap((operation, i) =>
      OPERATIONS.includes(operation)
        ? []
        : [notSupported(`${field}.operations[${i}]`, operation, OPERATIONS)],
    ),
    ...validateList(apiGroups, 'API groups', `${field}.apiGroups`),
    ...validateList(apiVersions, 'API versions', `${field}.apiVersions`),
    ...apiVersions.flatMap((version, i) => (version === '' ? [required(`${field}.apiVersions[${i}]`)] : [])),
    ...validateResources(resources, `${field}.resources`),
    ...(scope === undefined || SCOPES.includes(scope) ? [] : [notSupported(`${field}.scope`, scope, SCOPES)]),
  ];
}

/** Something, and nothing beside everything. */
function validateList(values: readonly string[], what: string, field: string): StatusCause[] {
  if (values.length === 0) return [required(field)];
  const isTooMuch = values.length > 1 && values.includes('*');
  return isTooMuch ? [invalidValue(field, values, `if '*' is present, must not specify other ${what}`)] : [];
}

/** `pods`, `pods/status`, `pods/*`, `*` or `*` + `/*`: none that another stands for already. */
function validateResources(resources: readonly string[], field: string): StatusCause[] {
  const causes: StatusCause[] = resources.length === 0 ? [required(field)] : [];
  const wholeResources = new Set<string>();
  const wholeSubresources = new Set<string>();
  let isPlain = false;
  for (const [i, each] of resources.entries()) {
    const place = `${field}[${i}]`;
    if (each === '') {
      causes.push(required(place));
      continue;
    }
    const slash = each.indexOf('/');
    if (slash < 0) {
      isPlain = each !== '*';
      continue;
    }
    const [resource, subresource] = [each.slice(0, slash), each.slice(slash + 1)];
    if (wholeResources.has(resource))
      causes.push(invalidValue(place, each, `if '${resource}/*' is present, must not specify ${each}`));
    if (wholeSubresources.has(subresource))
      causes.push(invalidValue(place, each, `if '*/${subresource}' is present, must not specify ${each}`));
    if (subresource === '*') wholeResources.add(resource);
    if (resource === '*') wholeSubresources.add(subresource);
  }
  if (resources.length > 1 && resources.includes('*/*'))
    causes.push(invalidValue(field, resources, "if '*/*' is present, must not specify other resources"));
  if (resources.includes('*') && isPlain) {
    const why = "if '*' is present, must not specify other resources without subresources";
    causes.push(invalidValue(field, resources, why));
  }
  return causes;
}

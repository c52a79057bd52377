import type { LabelSelector, StatusCause } from '@banyan/api';
import {
  duplicate,
  invalidValue,
  malformed,
  notSupported,
  required,
  tooMany,
} from '../fields/field-error.ts';
import { validateLabelSelector } from '../fields/label-validation.ts';
import { qualifiedName } from '../fields/name-format.ts';
import { repeatedPlaces } from '../fields/repeated-places.ts';
import type { ExpressionScope } from '../../policies/expressions/policy-environment.ts';
import type { WantedTypes } from '../../policies/expressions/policy-expression.ts';
import { expressionProblem } from './expression-problem.ts';
import { applyRuleDefaults, validateNamedRule, type AdmissionRule } from './admission-rule.ts';

/** What a policy is about. */
export interface MatchResources {
  namespaceSelector?: LabelSelector;
  objectSelector?: LabelSelector;
  resourceRules?: AdmissionRule[];
  excludeResourceRules?: AdmissionRule[];
  matchPolicy?: string;
}

export interface MatchCondition {
  name?: string;
  expression?: string;
}

const MATCH_POLICIES = ['Equivalent', 'Exact'];
const MAX_CONDITIONS = 64;

export function applyMatchDefaults(match: MatchResources | undefined): void {
  if (match === undefined) return;
  match.matchPolicy ??= 'Equivalent';
  match.namespaceSelector ??= {};
  match.objectSelector ??= {};
  applyRuleDefaults(match.resourceRules);
  applyRuleDefaults(match.excludeResourceRules);
}

export function validateMatch(match: MatchResources | undefined, field: string): StatusCause[] {
  if (match === undefined) return [];
  const rules = (name: 'resourceRules' | 'excludeResourceRules') =>
    (match[name] ?? []).flatMap((rule, i) => validateNamedRule(rule, `${field}.${name}[${i}]`));
  return [
    ...validateMatchPolicy(match.matchPolicy, `${field}.matchPolicy`),
    ...validateLabelSelector(match.namespaceSelector, `${field}.namespaceSelector`),
    ...validateLabelSelector(match.objectSelector, `${field}.objectSelector`),
    ...rules('resourceRules'),
    ...rules('excludeResourceRules'),
  ];
}

export function validateMatchPolicy(policy: string | undefined, field: string): StatusCause[] {
  if (policy === undefined || MATCH_POLICIES.includes(policy)) return [];
  return [notSupported(field, policy, MATCH_POLICIES)];
}

export function validateMatchConditions(
  conditions: readonly MatchCondition[] | undefined,
  field: string,
  { hasParams = false }: { readonly hasParams?: boolean } = {},
): StatusCause[] {
  const names = (conditions ?? []).map(({ name = '' }) => name);
  const repeated = repeatedPlaces(names);
  return [
    ...(names.length > MAX_CONDITIONS ? [tooMany(field, names.length, MAX_CONDITIONS)] : []),
    ...(conditions ?? []).flatMap(({ name = '', expression = '' }, i) => [
      ...(expression.trim() === ''
        ? [required(`${field}[${i}].expression`)]
        : validateExpression(expression.trim(), `${field}[${i}].expression`, {
            scope: { hasParams, hasAuthorizer: true, hasPatchTypes: false },
            wanted: ['bool'],
          })),
      ...(name === ''
        ? [required(`${field}[${i}].name`)]
        : malformed(`${field}[${i}].name`, name, qualifiedName(name))),
      ...(name !== '' && repeated.has(i) ? [duplicate(`${field}[${i}].name`, name)] : []),
    ]),
  ];
}

export function validateExpression(
  text: string,
  field: string,
  { scope, wanted }: { readonly scope: ExpressionScope; readonly wanted: WantedTypes },
): StatusCause[] {
  const problem = expressionProblem(text, scope, wanted);
  return problem === undefined ? [] : [invalidValue(field, text, problem)];
}

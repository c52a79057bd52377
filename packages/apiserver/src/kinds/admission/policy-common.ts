import type { StatusCause } from '@banyan/api';
import type { ExpressionScope } from '../../policies/expressions/policy-environment.ts';
import { compileVariables } from '../../policies/expressions/policy-variables.ts';
import { invalidValue, notSupported, required } from '../fields/field-error.ts';
import { applyMatchDefaults, validateMatch, validateMatchConditions } from './match-resources.ts';
import { validateParamKind } from './policy-params.ts';
import type { CommonPolicySpec, PolicyVariable } from './policy-spec.ts';

export const FAILURE_POLICIES = ['Fail', 'Ignore'];
const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
/** Words that CEL keeps to itself. */
const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

export function applyPolicyDefaults(spec: CommonPolicySpec | undefined): void {
  if (spec === undefined) return;
  spec.failurePolicy ??= 'Fail';
  applyMatchDefaults(spec.matchConstraints);
}

/** What is wrong with what all policies have, and what their other expressions may name. */
export function validateCommonSpec(
  spec: CommonPolicySpec,
  {
    ofConstraints = () => [],
    ...ofVariables
  }: {
    readonly ofConstraints?: (
      constraints: NonNullable<CommonPolicySpec['matchConstraints']>,
    ) => StatusCause[];
    readonly areAlwaysThere?: boolean;
  } = {},
): { readonly causes: StatusCause[]; readonly scope: ExpressionScope } {
  const { failurePolicy, paramKind, matchConstraints, variables = [] } = spec;
  const hasParams = paramKind !== undefined;
  const own = { hasParams, hasAuthorizer: true, hasPatchTypes: false };
  const compiled = compileVariables(variables, own, ofVariables);
  const causes = [
    ...(failurePolicy === undefined || FAILURE_POLICIES.includes(failurePolicy)
      ? []
      : [notSupported('spec.failurePolicy', failurePolicy, FAILURE_POLICIES)]),
    ...(paramKind === undefined ? [] : validateParamKind(paramKind, 'spec.paramKind')),
    ...(matchConstraints === undefined
      ? [required('spec.matchConstraints')]
      : validateMatch(matchConstraints, 'spec.matchConstraints')),
    ...(matchConstraints !== undefined && (matchConstraints.resourceRules ?? []).length === 0
      ? [required('spec.matchConstraints.resourceRules')]
      : []),
    ...(matchConstraints === undefined ? [] : ofConstraints(matchConstraints)),
    ...validateMatchConditions(spec.matchConditions, 'spec.matchConditions', { hasParams }),
    ...variables.flatMap((variable, i) =>
      validateVariable(variable, `spec.variables[${i}]`, compiled.problems.get(i)),
    ),
  ];
  return { causes, scope: compiled.scope };
}

function validateVariable(
  { name = '', expression = '' }: PolicyVariable,
  field: string,
  read: { readonly problem: string; readonly isBeyondUs: boolean } | undefined,
): StatusCause[] {
  const isIdentifier = IDENTIFIER.test(name) && !RESERVED.has(name);
  const isUnreadable = read !== undefined && !read.isBeyondUs;
  return [
    ...(name.trim() === '' ? [required(`${field}.name`, 'name is not specified')] : []),
    ...(name.trim() !== '' && !isIdentifier
      ? [invalidValue(`${field}.name`, name, 'must be a valid CEL identifier')]
      : []),
    ...(expression.trim() === ''
      ? [required(`${field}.expression`, 'expression is not specified')]
      : isUnreadable
        ? [invalidValue(`${field}.expression`, expression, read.problem)]
        : []),
  ];
}

import type { StatusCause } from '@banyan/api';
import type { ExpressionScope } from '../../policies/expressions/policy-environment.ts';
import { invalidValue, notSupported, required } from '../fields/field-error.ts';
import { subdomainName } from '../fields/name-format.ts';
import { validateBaseObjectMeta } from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';
import { validateExpression, type MatchResources } from './match-resources.ts';
import { applyPolicyDefaults, validateCommonSpec } from './policy-common.ts';
import type { MutatingPolicy, Mutation } from './policy-spec.ts';

const REINVOCATIONS = ['IfNeeded', 'Never'];
const PATCH_TYPES = ['ApplyConfiguration', 'JSONPatch'];
/** What is deleted cannot be changed. */
const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

export const mutatingPolicyRules: KindRules = {
  kind: { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'MutatingAdmissionPolicy' },
  namespaced: false,
  name: subdomainName,
  takesAnyFinalizer: true,
  generation: 'spec',
  hasStatus: false,
  defaults: ({ spec }: MutatingPolicy) => applyPolicyDefaults(spec),
  validate: validatePolicy,
  validateUpdate: (object) => [
    ...validateBaseObjectMeta(object.metadata, { namespaced: false, name: subdomainName }),
    ...validatePolicy(object),
  ],
};

function validatePolicy({ spec = {} }: Readonly<MutatingPolicy>): StatusCause[] {
  const { mutations = [], reinvocationPolicy = '' } = spec;
  const { causes, scope } = validateCommonSpec(spec, {
    ofConstraints: (constraints) => validateOperations(constraints, 'spec.matchConstraints'),
    areAlwaysThere: true,
  });
  return [
    ...causes,
    ...(mutations.length === 0
      ? [required('spec.mutations', 'mutations must contain at least one item')]
      : mutations.flatMap((mutation, i) => validateMutation(mutation, `spec.mutations[${i}]`, scope))),
    ...(reinvocationPolicy === ''
      ? [required('spec.reinvocationPolicy')]
      : REINVOCATIONS.includes(reinvocationPolicy)
        ? []
        : [notSupported('spec.reinvocationPolicy', reinvocationPolicy, REINVOCATIONS)]),
  ];
}

/** Of a mutating policy, or of a binding of one. */
export function validateOperations(
  { resourceRules = [] }: Pick<MatchResources, 'resourceRules'>,
  field: string,
): StatusCause[] {
  return resourceRules.flatMap(({ operations = [] }) =>
    operations
      .filter((operation) => !OPERATIONS.includes(operation))
      .map((operation) => notSupported(`${field}.resourceRules.operations`, operation, OPERATIONS)),
  );
}

function validateMutation(mutation: Mutation, field: string, scope: ExpressionScope): StatusCause[] {
  const { patchType = '' } = mutation;
  if (patchType === '') return [required(`${field}.patchType`)];
  if (!PATCH_TYPES.includes(patchType)) return [notSupported(`${field}.patchType`, patchType, PATCH_TYPES)];
  const isPatch = patchType === 'JSONPatch';
  const [own, other] = isPatch
    ? (['jsonPatch', 'applyConfiguration'] as const)
    : (['applyConfiguration', 'jsonPatch'] as const);
  const wanted = [isPatch ? 'list(JSONPatch)' : 'Object'];
  const expression = mutation[own]?.expression?.trim() ?? '';
  return [
    ...(mutation[own] === undefined
      ? [required(`${field}.${own}`, `must be specified when patchType is ${patchType}`)]
      : expression === ''
        ? [required(`${field}.${own}.expression`)]
        : validateExpression(expression, `${field}.${own}.expression`, {
            scope: { ...scope, hasPatchTypes: true },
            wanted,
          })),
    ...(mutation[other] === undefined
      ? []
      : [
          invalidValue(
            `${field}.${other}`,
            `{${other}}`,
            `must not be specified when patchType is ${patchType}`,
          ),
        ]),
  ];
}

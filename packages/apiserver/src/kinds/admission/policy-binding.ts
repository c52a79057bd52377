import type { StatusCause } from '@banyan/api';
import { duplicate, invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { dnsSubdomain, subdomainName } from '../fields/name-format.ts';
import { validateBaseObjectMeta } from '../fields/object-meta-validation.ts';
import { repeatedPlaces } from '../fields/repeated-places.ts';
import type { KindRules } from '../kind-rules.ts';
import { applyMatchDefaults, validateMatch } from './match-resources.ts';
import { validateOperations } from './mutating-policy.ts';
import { validateParamRef } from './policy-params.ts';
import type { PolicyBinding } from './policy-spec.ts';

const ACTIONS = ['Audit', 'Deny', 'Warn'];

export const validatingBindingRules = rulesOf('ValidatingAdmissionPolicyBinding', ({ spec = {} }) => [
  ...validateCommon(spec),
  ...validateActions(spec.validationActions ?? [], 'spec.validationActions'),
]);

export const mutatingBindingRules = rulesOf('MutatingAdmissionPolicyBinding', ({ spec = {} }) => [
  ...validateCommon(spec),
  ...validateOperations(spec.matchResources ?? {}, 'spec.matchResources'),
]);

function rulesOf(kind: string, validate: (binding: Readonly<PolicyBinding>) => StatusCause[]): KindRules {
  return {
    kind: { group: 'admissionregistration.k8s.io', version: 'v1', kind },
    namespaced: false,
    name: subdomainName,
    takesAnyFinalizer: true,
    generation: 'spec',
    hasStatus: false,
    defaults: ({ spec }: PolicyBinding) => applyMatchDefaults(spec?.matchResources),
    validate,
    validateUpdate: (object) => [
      ...validateBaseObjectMeta(object.metadata, { namespaced: false, name: subdomainName }),
      ...validate(object),
    ],
  };
}

function validateCommon(spec: NonNullable<PolicyBinding['spec']>): StatusCause[] {
  const { policyName = '' } = spec;
  return [
    ...(policyName === ''
      ? [required('spec.policyName')]
      : malformed('spec.policyName', policyName, dnsSubdomain(policyName))),
    ...validateParamRef(spec.paramRef, 'spec.paramRef'),
    ...validateMatch(spec.matchResources, 'spec.matchResources'),
  ];
}

function validateActions(actions: readonly string[], field: string): StatusCause[] {
  if (actions.length === 0) return [required(field, 'at least one validation action is required')];
  const repeated = repeatedPlaces(actions);
  const both =
    'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
  return [
    ...actions.flatMap((action, i) => [
      ...(ACTIONS.includes(action) ? [] : [notSupported(`${field}[${i}]`, action, ACTIONS)]),
      ...(repeated.has(i) ? [duplicate(`${field}[${i}]`, action)] : []),
    ]),
    ...(actions.includes('Deny') && actions.includes('Warn') ? [invalidValue(field, actions, both)] : []),
  ];
}

import type { KubeObject, StatusCause } from '@banyan/api';
import { duplicate, invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { dnsSubdomain, subdomainName } from '../fields/name-format.ts';
import { validateBaseObjectMeta } from '../fields/object-meta-validation.ts';
import { repeatedPlaces } from '../fields/repeated-places.ts';
import type { KindRules } from '../kind-rules.ts';
import { applyMatchDefaults, validateMatch, type MatchResources } from './match-resources.ts';
import { validateParamRef, type ParamRef } from './policy-params.ts';

interface PolicyBinding extends KubeObject {
  spec?: {
    policyName?: string;
    paramRef?: ParamRef;
    matchResources?: MatchResources;
    validationActions?: string[];
  };
}

const ACTIONS = ['Audit', 'Deny', 'Warn'];

export const policyBindingRules: KindRules = {
  kind: { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'ValidatingAdmissionPolicyBinding' },
  namespaced: false,
  name: subdomainName,
  takesAnyFinalizer: true,
  generation: 'spec',
  hasStatus: false,
  defaults: ({ spec }: PolicyBinding) => applyMatchDefaults(spec?.matchResources),
  validate: validateBinding,
  validateUpdate: (object) => [
    ...validateBaseObjectMeta(object.metadata, { namespaced: false, name: subdomainName }),
    ...validateBinding(object),
  ],
};

function validateBinding({ spec = {} }: Readonly<PolicyBinding>): StatusCause[] {
  const { policyName = '' } = spec;
  return [
    ...(policyName === ''
      ? [required('spec.policyName')]
      : malformed('spec.policyName', policyName, dnsSubdomain(policyName))),
    ...validateParamRef(spec.paramRef, 'spec.paramRef'),
    ...validateMatch(spec.matchResources, 'spec.matchResources'),
    ...validateActions(spec.validationActions ?? [], 'spec.validationActions'),
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

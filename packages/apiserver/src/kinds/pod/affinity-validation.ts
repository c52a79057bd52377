import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue, malformed, required } from '../fields/field-error.ts';
import { validateLabelName, validateLabelSelector } from '../fields/label-validation.ts';
import { dnsLabel, dnsSubdomain, labelValue } from '../fields/name-format.ts';
import { validateLabelKeys } from './label-keys-validation.ts';
import type {
  Affinity,
  NodeAffinity,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
} from './pod-spec.ts';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

export function validateAffinity(affinity: Affinity | undefined, path: string): StatusCause[] {
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity ?? {};
  return [
    ...(nodeAffinity ? validateNodeAffinity(nodeAffinity, `${path}.nodeAffinity`) : []),
    ...(podAffinity ? validatePodAffinity(podAffinity, `${path}.podAffinity`) : []),
    ...(podAntiAffinity ? validatePodAffinity(podAntiAffinity, `${path}.podAntiAffinity`) : []),
  ];
}

function validateNodeAffinity(affinity: NodeAffinity, path: string): StatusCause[] {
  const needed = affinity[REQUIRED];
  return [
    ...(needed ? validateNodeSelector(needed.nodeSelectorTerms ?? [], `${path}.${REQUIRED}`) : []),
    ...(affinity[PREFERRED] ?? []).flatMap(({ weight, preference }, i) => [
      ...validateWeight(weight, `${path}.${PREFERRED}[${i}].weight`),
      ...validateNodeSelectorTerm(preference, `${path}.${PREFERRED}[${i}].preference`, true),
    ]),
  ];
}

export function validateNodeSelector(terms: readonly NodeSelectorTerm[], path: string): StatusCause[] {
  const field = `${path}.nodeSelectorTerms`;
  if (terms.length === 0) return [required(field, 'must have at least one node selector term')];
  return terms.flatMap((term, i) => validateNodeSelectorTerm(term, `${field}[${i}]`, false));
}

/** What is only preferred may name values that no label can have. */
function validateNodeSelectorTerm(term: NodeSelectorTerm, path: string, anyValue: boolean): StatusCause[] {
  const { matchExpressions = [], matchFields = [] } = term;
  return [
    ...matchExpressions.flatMap((each, i) =>
      validateNodeExpression(each, `${path}.matchExpressions[${i}]`, anyValue),
    ),
    ...matchFields.flatMap((each, i) => validateNodeField(each, `${path}.matchFields[${i}]`)),
  ];
}

function validateNodeExpression(
  { key, operator, values = [] }: NodeSelectorRequirement,
  path: string,
  anyValue: boolean,
): StatusCause[] {
  return [
    ...validateNodeOperator(operator, values.length, path),
    ...validateLabelName(key, `${path}.key`),
    ...(anyValue
      ? []
      : values.flatMap((value, i) => malformed(`${path}.values[${i}]`, value, labelValue(value)))),
  ];
}

function validateNodeOperator(operator: string, count: number, path: string): StatusCause[] {
  const field = `${path}.values`;
  switch (operator) {
    case 'In':
    case 'NotIn':
      return count > 0 ? [] : [required(field, "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      return count === 0
        ? []
        : [forbidden(field, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    case 'Gt':
    case 'Lt':
      return count === 1
        ? []
        : [required(field, "must be specified single value when `operator` is 'Lt' or 'Gt'")];
    default:
      return [invalidValue(`${path}.operator`, operator, 'not a valid selector operator')];
  }
}

function validateNodeField(
  { key, operator, values = [] }: NodeSelectorRequirement,
  path: string,
): StatusCause[] {
  const one = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
  return [
    ...(operator === 'In' || operator === 'NotIn'
      ? values.length === 1
        ? []
        : [required(`${path}.values`, one)]
      : [invalidValue(`${path}.operator`, operator, 'not a valid selector operator')]),
    ...(key === 'metadata.name'
      ? values.flatMap((value, i) => malformed(`${path}.values[${i}]`, value, dnsSubdomain(value)))
      : [invalidValue(`${path}.key`, key, 'not a valid field selector key')]),
  ];
}

function validateWeight(weight: number, field: string): StatusCause[] {
  return weight >= 1 && weight <= 100 ? [] : [invalidValue(field, weight, 'must be in the range 1-100')];
}

function validatePodAffinity(affinity: PodAffinity, path: string): StatusCause[] {
  return [
    ...(affinity[REQUIRED] ?? []).flatMap((term, i) => validateTerm(term, `${path}.${REQUIRED}[${i}]`)),
    ...(affinity[PREFERRED] ?? []).flatMap(({ weight, podAffinityTerm }, i) => [
      ...validateWeight(weight, `${path}.${PREFERRED}[${i}].weight`),
      ...validateTerm(podAffinityTerm, `${path}.${PREFERRED}[${i}].podAffinityTerm`),
    ]),
  ];
}

function validateTerm(term: PodAffinityTerm, path: string): StatusCause[] {
  const { labelSelector, namespaceSelector, namespaces = [], topologyKey } = term;
  return [
    ...validateLabelSelector(labelSelector, `${path}.labelSelector`),
    ...validateLabelSelector(namespaceSelector, `${path}.namespaceSelector`),
    ...namespaces.flatMap((name) => malformed(`${path}.namespace`, name, dnsLabel(name))),
    ...validateLabelKeys(term, path),
    ...(topologyKey === '' ? [required(`${path}.topologyKey`, 'can not be empty')] : []),
    ...validateLabelName(topologyKey, `${path}.topologyKey`),
  ];
}

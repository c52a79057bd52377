import type { StatusCause } from '@banyan/api';
import { duplicate, invalidValue, malformed, notSupported, required } from '../fields/field-error.ts';
import { validateLabelName, validateLabelSelector } from '../fields/label-validation.ts';
import { labelValue, qualifiedName } from '../fields/name-format.ts';
import { validateLabelKeys } from './label-keys-validation.ts';
import type { PodSpec, Toleration, TopologySpreadConstraint } from './pod-spec.ts';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export function validateTolerations(tolerations: readonly Toleration[], field: string): StatusCause[] {
  return tolerations.flatMap((toleration, i) => {
    const path = `${field}[${i}]`;
    const { key = '', operator = '', effect = '', tolerationSeconds } = toleration;
    const all = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    const noExecute = "effect must be 'NoExecute' when `tolerationSeconds` is set";
    return [
      ...(key === '' ? [] : validateLabelName(key, `${path}.key`)),
      ...(key === '' && operator !== 'Exists' ? [invalidValue(`${path}.operator`, operator, all)] : []),
      ...(tolerationSeconds !== undefined && effect !== 'NoExecute'
        ? [invalidValue(`${path}.effect`, effect, noExecute)]
        : []),
      ...validateTolerationValue(toleration, path),
      ...(effect === '' || EFFECTS.includes(effect) ? [] : [notSupported(`${path}.effect`, effect, EFFECTS)]),
    ];
  });
}

function validateTolerationValue({ operator = '', value = '' }: Toleration, path: string): StatusCause[] {
  const field = `${path}.operator`;
  switch (operator) {
    case '':
    case 'Equal': {
      const reasons = labelValue(value);
      return reasons.length === 0 ? [] : [invalidValue(field, value, reasons.join(';'))];
    }
    case 'Exists':
      return value === ''
        ? []
        : [invalidValue(field, value, "value must be empty when `operator` is 'Exists'")];
    case 'Lt':
    case 'Gt':
      return [notSupported(field, operator, ['Equal', 'Exists', 'Lt', 'Gt'])];
    default:
      return [notSupported(field, operator, ['Equal', 'Exists'])];
  }
}

const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'];
const NODE_POLICIES = ['Honor', 'Ignore'];

export function validateSpread(
  constraints: readonly TopologySpreadConstraint[],
  field: string,
): StatusCause[] {
  const lastPlaces = new Map(constraints.map((constraint, i) => [pairOf(constraint), i]));
  return constraints.flatMap((constraint, i) => {
    const path = `${field}[${i}]`;
    const { maxSkew, topologyKey, whenUnsatisfiable, nodeAffinityPolicy, nodeTaintsPolicy } = constraint;
    return [
      ...(maxSkew > 0 ? [] : [invalidValue(`${path}.maxSkew`, maxSkew, 'must be greater than zero')]),
      ...(topologyKey === '' ? [required(`${path}.topologyKey`, 'can not be empty')] : []),
      ...oneOf(whenUnsatisfiable, ACTIONS, `${path}.whenUnsatisfiable`),
      ...(lastPlaces.get(pairOf(constraint)) === i ? [] : [repeated(constraint, path)]),
      ...validateMinDomains(constraint, `${path}.minDomains`),
      ...oneOf(nodeAffinityPolicy, NODE_POLICIES, `${path}.nodeAffinityPolicy`),
      ...oneOf(nodeTaintsPolicy, NODE_POLICIES, `${path}.nodeTaintsPolicy`),
      ...validateLabelKeys(constraint, path),
      ...validateLabelSelector(constraint.labelSelector, `${path}.labelSelector`),
    ];
  });
}

function oneOf(value: string | undefined, supported: readonly string[], field: string): StatusCause[] {
  return value === undefined || supported.includes(value) ? [] : [notSupported(field, value, supported)];
}

function repeated(constraint: TopologySpreadConstraint, path: string): StatusCause {
  return duplicate(`${path}.{topologyKey, whenUnsatisfiable}`, pairOf(constraint));
}

function pairOf({ topologyKey, whenUnsatisfiable }: TopologySpreadConstraint): string {
  return `{${topologyKey}, ${whenUnsatisfiable}}`;
}

function validateMinDomains(
  { minDomains, whenUnsatisfiable }: TopologySpreadConstraint,
  field: string,
): StatusCause[] {
  if (minDomains === undefined) return [];
  const why = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
  return [
    ...(minDomains > 0 ? [] : [invalidValue(field, minDomains, 'must be greater than zero')]),
    ...(whenUnsatisfiable === 'DoNotSchedule' ? [] : [invalidValue(field, minDomains, why)]),
  ];
}

export function validateGates(spec: PodSpec, path: string): StatusCause[] {
  const { readinessGates = [], schedulingGates = [] } = spec;
  const seen = new Set<string>();
  return [
    ...readinessGates.flatMap(({ conditionType }, i) =>
      malformed(`${path}.readinessGates[${i}].conditionType`, conditionType, qualifiedName(conditionType)),
    ),
    ...schedulingGates.flatMap(({ name }, i) => {
      const isTwin = seen.has(name);
      seen.add(name);
      const field = `${path}.schedulingGates[${i}]`;
      return [...malformed(field, name, qualifiedName(name)), ...(isTwin ? [duplicate(field, name)] : [])];
    }),
  ];
}

import type { StatusCause } from '@banyan/api';
import {
  duplicate,
  invalidValue,
  malformed,
  notSupported,
  required,
  tooMany,
} from '../fields/field-error.ts';
import { qualifiedName } from '../fields/name-format.ts';
import type { JobSpec, PodFailureRule, SuccessRule } from './job-spec.ts';
import { validateNonNegative } from './replica-validation.ts';

const MAX_RULES = 20;
const MAX_EXIT_CODES = 255;
const MAX_CONDITIONS = 20;
const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const STATUSES = ['False', 'True', 'Unknown'];

/** What a Pod's end means for its Job. */
export function validatePodFailurePolicy(spec: JobSpec, path: string): StatusCause[] {
  const rules = spec.podFailurePolicy?.rules ?? [];
  return [
    ...(rules.length > MAX_RULES ? [tooMany(`${path}.rules`, rules.length, MAX_RULES)] : []),
    ...rules.flatMap((rule, i) => validateRule(rule, spec, `${path}.rules[${i}]`)),
  ];
}

function validateRule(rule: PodFailureRule, spec: JobSpec, path: string): StatusCause[] {
  const { onExitCodes, onPodConditions = [] } = rule;
  const omitted = (why: string) => ({
    reason: 'FieldValueInvalid',
    message: `Invalid value: ${why}`,
    field: path,
  });
  const hasConditions = onPodConditions.length > 0;
  return [
    ...validateAction(rule.action, spec, `${path}.action`),
    ...(onExitCodes ? validateExitCodes(onExitCodes, spec, `${path}.onExitCodes`) : []),
    ...(onPodConditions.length > MAX_CONDITIONS
      ? [tooMany(`${path}.onPodConditions`, onPodConditions.length, MAX_CONDITIONS)]
      : []),
    ...onPodConditions.flatMap((condition, i) =>
      validateCondition(condition, `${path}.onPodConditions[${i}]`),
    ),
    ...(onExitCodes && hasConditions
      ? [omitted('specifying both OnExitCodes and OnPodConditions is not supported')]
      : []),
    ...(!onExitCodes && !hasConditions
      ? [omitted('specifying one of OnExitCodes and OnPodConditions is required')]
      : []),
  ];
}

function validateAction(action: string, spec: JobSpec, field: string): StatusCause[] {
  if (action === '')
    return [required(field, `valid values: [${ACTIONS.map((each) => `"${each}"`).join(' ')}]`)];
  if (action === 'FailIndex' && spec.backoffLimitPerIndex === undefined)
    return [invalidValue(field, action, 'requires the backoffLimitPerIndex to be set')];
  return ACTIONS.includes(action) ? [] : [notSupported(field, action, ACTIONS)];
}

function validateCondition(
  { type, status = '' }: { type: string; status?: string },
  path: string,
): StatusCause[] {
  return [
    ...malformed(`${path}.type`, type, qualifiedName(type)),
    ...(STATUSES.includes(status) ? [] : [notSupported(`${path}.status`, status, STATUSES)]),
  ];
}

function validateExitCodes(
  codes: NonNullable<PodFailureRule['onExitCodes']>,
  { template }: JobSpec,
  path: string,
): StatusCause[] {
  const { containerName, operator } = codes;
  const names = [...template.spec.containers, ...(template.spec.initContainers ?? [])].map(
    ({ name }) => name,
  );
  const why = 'must be one of the container or initContainer names in the pod template';
  return [
    ...validateOperator(operator, `${path}.operator`),
    ...(containerName === undefined || names.includes(containerName)
      ? []
      : [invalidValue(`${path}.containerName`, containerName, why)]),
    ...validateValues(codes.values ?? [], operator, `${path}.values`),
  ];
}

function validateOperator(operator: string, field: string): StatusCause[] {
  if (operator === '') return [required(field, 'valid values: ["In" "NotIn"]')];
  return ['In', 'NotIn'].includes(operator) ? [] : [notSupported(field, operator, ['In', 'NotIn'])];
}

function validateValues(values: readonly number[], operator: string, field: string): StatusCause[] {
  const isOrdered = values.every((value, i) => i === 0 || (values[i - 1] ?? 0) <= value);
  return [
    ...(values.length === 0 ? [invalidValue(field, values, 'at least one value is required')] : []),
    ...(values.length > MAX_EXIT_CODES ? [tooMany(field, values.length, MAX_EXIT_CODES)] : []),
    ...values.flatMap((value, i) => [
      ...(operator === 'In' && value === 0
        ? [invalidValue(`${field}[${i}]`, value, 'must not be 0 for the In operator')]
        : []),
      ...(values.indexOf(value) < i ? [duplicate(`${field}[${i}]`, value)] : []),
    ]),
    ...(isOrdered ? [] : [invalidValue(field, values, 'must be ordered')]),
  ];
}

/** When an indexed Job has succeeded before all of it has. */
export function validateSuccessPolicy(spec: JobSpec, path: string): StatusCause[] {
  const rules = spec.successPolicy?.rules ?? [];
  if (spec.completionMode !== 'Indexed')
    return [
      invalidValue(path, internalSuccessPolicy(spec.successPolicy), 'requires indexed completion mode'),
    ];
  const why = 'at least one rules must be specified when the successPolicy is specified';
  return [
    ...(rules.length === 0 ? [required(`${path}.rules`, why)] : []),
    ...(rules.length > MAX_RULES ? [tooMany(`${path}.rules`, rules.length, MAX_RULES)] : []),
    ...rules.flatMap((rule, i) => validateSuccessRule(rule, spec, `${path}.rules[${i}]`)),
  ];
}

/** As messages print it: in the names of the server's own types. */
export function internalSuccessPolicy(policy: JobSpec['successPolicy']): object | null {
  const rules = policy?.rules?.map(({ succeededIndexes, succeededCount }) => ({
    SucceededIndexes: succeededIndexes ?? null,
    SucceededCount: succeededCount ?? null,
  }));
  return policy ? { Rules: rules ?? null } : null;
}

export function internalPodFailurePolicy(policy: JobSpec['podFailurePolicy']): object | null {
  const rules = policy?.rules?.map(({ action, onExitCodes: codes, onPodConditions }) => ({
    Action: action,
    OnExitCodes: codes
      ? { ContainerName: codes.containerName ?? null, Operator: codes.operator, Values: codes.values }
      : null,
    OnPodConditions: onPodConditions?.map(({ type, status }) => ({ Type: type, Status: status })) ?? null,
  }));
  return policy ? { Rules: rules ?? null } : null;
}

function validateSuccessRule(rule: SuccessRule, { completions = 0 }: JobSpec, path: string): StatusCause[] {
  const { succeededCount, succeededIndexes } = rule;
  const more = `must be less than or equal to ${completions} (the number of specified completions)`;
  return [
    ...(succeededCount === undefined && succeededIndexes === undefined
      ? [required(path, 'at least one of succeededCount or succeededIndexes must be specified')]
      : []),
    ...validateNonNegative(succeededCount, `${path}.succeededCount`),
    ...((succeededCount ?? 0) > completions
      ? [invalidValue(`${path}.succeededCount`, succeededCount, more)]
      : []),
  ];
}

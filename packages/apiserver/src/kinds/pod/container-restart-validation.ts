import type { StatusCause } from '@banyan/api';
import { notSupported, required, tooMany } from '../fields/field-error.ts';
import type { Container, RestartRule } from './container-spec.ts';

const POLICIES = ['Always', 'Never', 'OnFailure'];
const ACTIONS = ['Restart', 'RestartAllContainers'];
const MAX_RULES = 20;
const MAX_EXIT_CODES = 255;

/** A container's own restart policy and the rules that go with it. */
export function validateRestartPolicy(
  { restartPolicy, restartPolicyRules = [] }: Container,
  path: string,
): StatusCause[] {
  const field = `${path}.restartPolicy`;
  if (restartPolicy === undefined && restartPolicyRules.length === 0) return [];
  return [
    ...(restartPolicy === undefined
      ? [required(field, 'must specify restartPolicy when restart rules are used')]
      : POLICIES.includes(restartPolicy)
        ? []
        : [notSupported(field, restartPolicy, POLICIES)]),
    ...(restartPolicyRules.length > MAX_RULES
      ? [tooMany(`${path}.restartPolicyRules`, restartPolicyRules.length, MAX_RULES)]
      : []),
    ...restartPolicyRules.flatMap((rule, i) => validateRule(rule, `${path}.restartPolicyRules[${i}]`)),
  ];
}

export function validateInitRestartPolicy(container: Container, path: string): StatusCause[] {
  return validateRestartPolicy(container, path);
}

function validateRule({ action, exitCodes }: RestartRule, path: string): StatusCause[] {
  const ofAction = ACTIONS.includes(action) ? [] : [notSupported(`${path}.action`, action, ACTIONS)];
  if (exitCodes === undefined) return [...ofAction, required(`${path}.exitCodes`, 'must be specified')];
  const { operator, values = [] } = exitCodes;
  return [
    ...ofAction,
    ...(['In', 'NotIn'].includes(operator)
      ? []
      : [notSupported(`${path}.exitCodes.operator`, operator, ['In', 'NotIn'])]),
    ...(values.length > MAX_EXIT_CODES
      ? [tooMany(`${path}.exitCodes.values`, values.length, MAX_EXIT_CODES)]
      : []),
  ];
}

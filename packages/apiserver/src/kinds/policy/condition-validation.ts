import type { StatusCause } from '@banyan/api';
import {
  duplicate,
  invalidValue,
  malformed,
  notSupported,
  required,
  tooLong,
} from '../fields/field-error.ts';
import { byteLength } from '../fields/go-text.ts';
import { matches, qualifiedName, regexReason } from '../fields/name-format.ts';
import { repeatedPlaces } from '../fields/repeated-places.ts';

/** A condition as newer kinds have it. */
export interface Condition {
  type?: string;
  status?: string;
  observedGeneration?: number;
  lastTransitionTime?: string | null;
  reason?: string;
  message?: string;
}

const STATUSES = ['False', 'True', 'Unknown'];
const MAX_REASON_BYTES = 1024;
const MAX_MESSAGE_BYTES = 32 * 1024;
const REASON = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?';

export function validateConditions(conditions: readonly Condition[], field: string): StatusCause[] {
  const repeated = repeatedPlaces(conditions.map(({ type }) => type));
  return conditions.flatMap((condition, i) => [
    ...(repeated.has(i) ? [duplicate(`${field}[${i}].type`, condition.type)] : []),
    ...validateCondition(condition, `${field}[${i}]`),
  ]);
}

function validateCondition(condition: Condition, field: string): StatusCause[] {
  const { type = '', status = '', observedGeneration = 0, lastTransitionTime, message = '' } = condition;
  return [
    ...malformed(`${field}.type`, type, qualifiedName(type)),
    ...(STATUSES.includes(status) ? [] : [notSupported(`${field}.status`, status, STATUSES)]),
    ...(observedGeneration < 0
      ? [
          invalidValue(
            `${field}.observedGeneration`,
            observedGeneration,
            'must be greater than or equal to zero',
          ),
        ]
      : []),
    ...((lastTransitionTime ?? '') === '' ? [required(`${field}.lastTransitionTime`)] : []),
    ...validateReason(condition.reason ?? '', `${field}.reason`),
    ...(byteLength(message) > MAX_MESSAGE_BYTES ? [tooLong(`${field}.message`, MAX_MESSAGE_BYTES)] : []),
  ];
}

function validateReason(reason: string, field: string): StatusCause[] {
  if (reason === '') return [required(field)];
  const why =
    "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'";
  const examples = ['my_name', 'MY_NAME', 'MyName', 'ReasonA,ReasonB', 'ReasonA:ReasonB'];
  return [
    ...(matches(REASON, reason) ? [] : [invalidValue(field, reason, regexReason(why, REASON, ...examples))]),
    ...(byteLength(reason) > MAX_REASON_BYTES ? [tooLong(field, MAX_REASON_BYTES)] : []),
  ];
}

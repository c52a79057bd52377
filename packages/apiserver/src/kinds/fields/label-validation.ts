import type { LabelSelector, LabelSelectorRequirement, StatusCause } from '@banyan/api';
import { forbidden, invalidValue, malformed, required } from './field-error.ts';
import { labelValue, qualifiedName } from './name-format.ts';
import { sortedMap } from './go-text.ts';

export function validateLabels(
  labels: Readonly<Record<string, string>> | undefined,
  field: string,
): StatusCause[] {
  return Object.entries(labels ?? {}).flatMap(([key, value]) => [
    ...validateLabelName(key, field),
    ...malformed(field, value, labelValue(value)),
  ]);
}

export function validateLabelName(key: string, field: string): StatusCause[] {
  return malformed(field, key, qualifiedName(key));
}

/** Undefined is no selector, which is for the caller to judge. */
export function validateLabelSelector(selector: LabelSelector | undefined, field: string): StatusCause[] {
  if (selector === undefined) return [];
  const requirements = selector.matchExpressions ?? [];
  return [
    ...validateLabels(selector.matchLabels, `${field}.matchLabels`),
    ...requirements.flatMap((requirement, i) =>
      validateRequirement(requirement, `${field}.matchExpressions[${i}]`),
    ),
  ];
}

function validateRequirement(
  { key, operator, values = [] }: LabelSelectorRequirement,
  field: string,
): StatusCause[] {
  return [
    ...validateOperator(operator, values.length, field),
    ...validateLabelName(key, `${field}.key`),
    ...values.flatMap((value, i) => malformed(`${field}.values[${i}]`, value, labelValue(value))),
  ];
}

function validateOperator(operator: string, valueCount: number, field: string): StatusCause[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return valueCount > 0
        ? []
        : [required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      return valueCount === 0
        ? []
        : [
            forbidden(
              `${field}.values`,
              "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
            ),
          ];
    default:
      return [invalidValue(`${field}.operator`, operator, 'not a valid selector operator')];
  }
}

/** In the order in which messages print it. */
export function printableSelector(selector: LabelSelector | undefined): object | null {
  if (selector === undefined) return null;
  const { matchLabels, matchExpressions } = selector;
  return {
    ...(matchLabels && { matchLabels: sortedMap(matchLabels) }),
    ...(matchExpressions && {
      matchExpressions: matchExpressions.map(({ key, operator, values }) => ({
        key,
        operator,
        ...(values && { values }),
      })),
    }),
  };
}

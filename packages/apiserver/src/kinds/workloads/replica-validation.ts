import type { LabelSelector, StatusCause } from '@banyan/api';
import { invalidValue, malformed, required } from '../fields/field-error.ts';
import { printableSelector, validateLabelSelector } from '../fields/label-validation.ts';
import { percentage } from '../fields/text-format.ts';

export type IntOrPercent = number | string;

export function validateNonNegative(value: number | undefined, field: string): StatusCause[] {
  return (value ?? 0) < 0 ? [invalidValue(field, value, 'must be greater than or equal to 0')] : [];
}

/** `kind` as the server names it in its message. */
export function validateSelector(
  selector: LabelSelector | undefined | null,
  kind: string,
  field: string,
): StatusCause[] {
  if (selector === undefined || selector === null) return [required(field)];
  return [...validateLabelSelector(selector, field), ...validateSelectsSomething(selector, kind, field)];
}

export function validateSelectsSomething(
  selector: LabelSelector,
  kind: string,
  field: string,
): StatusCause[] {
  const count = Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length;
  const why = `empty selector is invalid for ${kind}`;
  return count === 0 ? [invalidValue(field, printableSelector(selector), why)] : [];
}

/** A selector that cannot even be read is refused once more, and nothing is compared with it. */
export function isReadable(selector: LabelSelector | undefined | null): boolean {
  return validateLabelSelector(selector ?? undefined, '').length === 0;
}

export function isEmptySelector(selector: LabelSelector | undefined | null): boolean {
  return (
    selector !== undefined &&
    selector !== null &&
    Object.keys(selector.matchLabels ?? {}).length === 0 &&
    (selector.matchExpressions ?? []).length === 0
  );
}

export function validateIntOrPercent(value: IntOrPercent, field: string): StatusCause[] {
  if (typeof value === 'number') return validateNonNegative(value, field);
  return malformed(field, value, percentage(value));
}

/** The number, also when it is text, or that of the percentage; 0 for what is neither. */
export function amount(value: IntOrPercent): number {
  if (typeof value === 'number') return value;
  const text = percentage(value).length === 0 ? value.slice(0, -1) : value;
  return /^[+-]?\d+$/.test(text) ? Number(text) : 0;
}

export function validateAtMostAll(value: IntOrPercent, field: string): StatusCause[] {
  const isMore = typeof value === 'string' && value.endsWith('%') && amount(value) > 100;
  return isMore ? [invalidValue(field, value, 'must not be greater than 100%')] : [];
}

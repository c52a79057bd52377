import type { StatusCause } from '@banyan/api';
import { duplicate, forbidden, invalidValue, required } from '../../../kinds/fields/field-error.ts';
import type { ValidationRule } from '../json-schema-props.ts';
import { shown } from '../values/json-value.ts';
import type { CompiledRule } from './compiled-rule.ts';

/** Longer messages are not shown. */
const MAX_MESSAGE_BYTES = 5 * 1024;

/** How messages call a rule. */
export function ruleText({ rule, message = '' }: ValidationRule): string {
  return message === '' ? rule.trim() : message.trim();
}

/** What a rule's messageExpression says; undefined if it has none, or says nothing that can be shown. */
export function writtenMessage(
  { messageExpression }: CompiledRule,
  variables: { readonly self: unknown; readonly oldSelf: unknown },
): string | undefined {
  if (messageExpression === undefined) return undefined;
  const result = messageExpression.run(variables);
  if ('problem' in result || typeof result.value !== 'string') return undefined;
  const message = result.value.trim();
  const isShown =
    message !== '' && Buffer.byteLength(message) <= MAX_MESSAGE_BYTES && !message.includes('\n');
  return isShown ? message : undefined;
}

interface Failed {
  readonly value: unknown;
  readonly path: string;
  readonly type: string;
  readonly message: string | undefined;
}

/** Why a value is refused by a rule. Objects and lists are not shown. */
export function ruleCause(
  { rule, fieldPath }: CompiledRule,
  { value, path, type, message }: Failed,
): StatusCause {
  const place = [path, fieldPath].filter((part) => part !== '').join('.');
  const field = place === '' ? '<nil>' : place;
  const detail = message ?? (rule.message ? rule.message.trim() : `failed rule: ${ruleText(rule)}`);
  const isHidden = type === 'object' || type === 'array';
  switch (rule.reason) {
    case 'FieldValueForbidden':
      return forbidden(field, detail);
    case 'FieldValueRequired':
      return required(field, detail);
    case 'FieldValueDuplicate':
      return isHidden
        ? { reason: 'FieldValueDuplicate', message: 'Duplicate value', field }
        : duplicate(field, shown(value));
    default:
      return isHidden
        ? { reason: 'FieldValueInvalid', message: `Invalid value: ${detail}`, field }
        : invalidValue(field, shown(value), detail);
  }
}

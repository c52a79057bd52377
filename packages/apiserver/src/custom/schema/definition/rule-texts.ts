import type { StatusCause } from '@banyan/api';
import { invalidValue, notSupported, required } from '../../../kinds/fields/field-error.ts';
import type { JsonSchemaProps, ValidationRule } from '../json-schema-props.ts';
import { normalFieldPath } from './field-path.ts';
import { unsupportedKeyword } from './unsupported-keyword.ts';

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

/** What can be said of rules without reading them as CEL. */
export function ruleTextProblems(schema: JsonSchemaProps, path: string): StatusCause[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  return rules.flatMap((rule, index) => {
    const field = `${path}.x-kubernetes-validations[${index}]`;
    return [...messageProblems(rule, field), ...otherProblems(rule, field, schema)];
  });
}

function messageProblems({ rule, message = '' }: ValidationRule, field: string): StatusCause[] {
  const [text, said] = [rule.trim(), message.trim()];
  if (text === '') return [required(`${field}.rule`, 'rule is not specified')];
  if (message !== '' && said === '')
    return [invalidValue(`${field}.message`, message, 'must be non-empty if specified')];
  if (/[\n\r]/.test(said)) return [invalidValue(`${field}.message`, message, 'must not contain line breaks')];
  if (/[\n\r]/.test(text) && said === '')
    return [required(`${field}.message`, 'message must be specified if rule contains line breaks')];
  return [];
}

function otherProblems(rule: ValidationRule, field: string, schema: JsonSchemaProps): StatusCause[] {
  const { messageExpression = '', reason, fieldPath = '' } = rule;
  const causes: StatusCause[] = [];
  if (messageExpression !== '' && messageExpression.trim() === '') {
    const why = 'messageExpression must be non-empty if specified';
    causes.push(required(`${field}.messageExpression`, why));
  }
  if (reason !== undefined && !REASONS.includes(reason))
    causes.push(notSupported(`${field}.reason`, reason, REASONS));
  if (fieldPath === '') return causes;
  if (fieldPath.trim() === '')
    causes.push(invalidValue(`${field}.fieldPath`, fieldPath, 'must be non-empty if specified'));
  if (/[\n\r]/.test(fieldPath))
    causes.push(invalidValue(`${field}.fieldPath`, fieldPath, 'must not contain line breaks'));
  if (unsupportedKeyword(schema) === undefined && normalFieldPath(fieldPath, schema) === undefined)
    causes.push(invalidValue(`${field}.fieldPath`, fieldPath, 'must be a valid path'));
  return causes;
}

import { normalFieldPath } from '../definition/field-path.ts';
import type { JsonSchemaProps, ValidationRule } from '../json-schema-props.ts';
import type { RuleEnvironment } from './cel-environment.ts';
import { compileExpression, type Expression } from './expression.ts';

/** A rule that was read. */
export interface CompiledRule {
  readonly rule: ValidationRule;
  /** Undefined if it could not be read. */
  readonly expression?: Expression;
  readonly problem?: string;
  readonly messageExpression?: Expression;
  readonly messageProblem?: string;
  /** Where its causes point, below the value; empty if at the value itself. */
  readonly fieldPath: string;
}

export function compileRule(
  rule: ValidationRule,
  schema: JsonSchemaProps,
  known: RuleEnvironment,
): CompiledRule {
  const own = rule.optionalOldSelf === true ? known.withOptionalOld : known.environment;
  const fieldPath = (rule.fieldPath && normalFieldPath(rule.fieldPath, schema)) ?? '';
  const expression = compileExpression(rule.rule, own, known);
  if ('problem' in expression)
    return { rule, fieldPath, problem: `compilation failed: ${expression.problem}` };
  if (expression.type !== 'bool')
    return { rule, fieldPath, problem: 'cel expression must evaluate to a bool' };
  if (!rule.messageExpression) return { rule, fieldPath, expression };
  const message = compileExpression(rule.messageExpression, own, known);
  if ('problem' in message) {
    const messageProblem = `messageExpression compilation failed: ${message.problem}`;
    return { rule, fieldPath, expression, messageProblem };
  }
  if (message.type !== 'string')
    return { rule, fieldPath, expression, messageProblem: 'messageExpression must evaluate to a string' };
  return { rule, fieldPath, expression, messageExpression: message };
}

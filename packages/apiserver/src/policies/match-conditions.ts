import { aggregateMessage } from '../authentication/message-lists.ts';
import type { Expression } from '../custom/schema/rules/expression.ts';
import type { MatchCondition } from '../kinds/admission/match-resources.ts';
import { BudgetSpent, Evaluation } from './evaluation.ts';
import type { ExpressionScope } from './expressions/policy-environment.ts';
import { compilePolicyExpression } from './expressions/policy-expression.ts';
import type { Activation } from './expressions/policy-variables.ts';

export interface CompiledCondition {
  readonly text: string;
  readonly expression: Expression | { readonly problem: string };
}

export function compileConditions(
  conditions: readonly MatchCondition[] | undefined,
  scope: ExpressionScope,
): readonly CompiledCondition[] {
  return (conditions ?? []).map(({ expression: text = '' }) => ({
    text,
    expression: compilePolicyExpression(text, scope, ['bool']),
  }));
}

/** Whether all conditions are met. One that is not is enough to say no; else a problem is one. */
export function meetsConditions(
  conditions: readonly CompiledCondition[],
  activation: Activation,
): { readonly isMet: boolean } | { readonly problem: string } {
  const evaluation = new Evaluation();
  const problems: string[] = [];
  try {
    for (const { text, expression } of conditions) {
      const result = evaluation.run(text, expression, activation);
      if ('problem' in result) problems.push(result.problem);
      else if (result.value === false) return { isMet: false };
    }
  } catch (error) {
    if (error instanceof BudgetSpent) return { problem: error.message };
    throw error;
  }
  return problems.length === 0 ? { isMet: true } : { problem: aggregateMessage(problems) };
}

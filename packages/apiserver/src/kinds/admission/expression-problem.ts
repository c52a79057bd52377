import type { ExpressionScope } from '../../policies/expressions/policy-environment.ts';
import { compilePolicyExpression, type WantedTypes } from '../../policies/expressions/policy-expression.ts';

/**
 * Why an expression is none, or not of a type that is wanted, in the real server's words. What the real server reads
 * and the library does not passes: it fails where it is evaluated.
 */
export function expressionProblem(
  text: string,
  scope: ExpressionScope,
  wanted: WantedTypes,
): string | undefined {
  const read = compilePolicyExpression(text, scope, wanted);
  return 'problem' in read && !read.isBeyondUs ? read.problem : undefined;
}

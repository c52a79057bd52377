import { CostExceeded, meter } from './meter.ts';
import type { Environment } from '@marcbachmann/cel-js';
import { isDeeper, visitNodes, type CelEvaluate, type CelNode } from './cel-node.ts';
import { unorderedEqual, unorderedSum } from './cel-values.ts';
import type { RuleEnvironment } from './cel-environment.ts';
import { problemText, type ExpressionProblem } from './problem-text.ts';
import { runtimeProblem } from './runtime-problem.ts';
import { stricterChecks } from './stricter-checks.ts';
import { foundProblems } from './type-problem.ts';
import { inOrder } from './evaluation-order.ts';
import { ownName } from './library/register.ts';
import { presenceMacro } from './library/presence.ts';

/** An expression that was read and whose types were checked. */
export interface Expression {
  /** Of its value, as the library names it: `bool`, `list<int>`. */
  readonly type: string;
  readonly usesOldSelf: boolean;
  readonly root: CelNode;
  run(variables: Variables): RunResult;
  /** Evaluates as a part of another expression that is being run, at its cost. Throws what goes wrong. */
  evaluate(variables: Variables): unknown;
}

type Variables = Readonly<Record<string, unknown>>;

type RunResult = { readonly value: unknown } | { readonly problem: string; readonly isTooCostly?: true };

/** A chain of as many operators needs as many calls: the stack must be enough for them, however deep it is already. */
const MAX_DEPTH = 1000;

/** Reads an expression, or says in the real server's words why it is none. */
export function compileExpression(
  text: string,
  environment: Environment,
  known: Pick<RuleEnvironment, 'fieldsOf'>,
): Expression | { readonly problem: string } {
  const read = readExpression(text, environment, known);
  return 'problems' in read ? { problem: problemText(text, read.problems) } : read;
}

/** The same, with all that is wrong and where. */
export function readExpression(
  text: string,
  environment: Environment,
  known: Pick<RuleEnvironment, 'fieldsOf'>,
): Expression | { readonly problems: readonly ExpressionProblem[] } {
  let parsed: ReturnType<Environment['parse']>;
  try {
    parsed = environment.parse(text);
  } catch (error) {
    return { problems: foundProblems(error, text) };
  }
  const root = parsed.ast as unknown as CelNode;
  if (isDeeper(root, MAX_DEPTH))
    return { problems: [{ offset: 0, message: `expression recursion limit exceeded: ${MAX_DEPTH}` }] };
  visitNodes(root, useOwnFunctions);
  const checked = parsed.check();
  const problems = checked.valid
    ? stricterChecks(root, known)
    : partProblems(root, environment, foundProblems(checked.error, text));
  if (problems.length > 0) return { problems };
  let usesOldSelf = false;
  visitNodes(root, (node) => {
    if (node.op === 'id' && node.args === 'oldSelf') usesOldSelf = true;
  });
  visitNodes(root, meterNode);
  const evaluate = parsed as (variables: Variables) => unknown;
  return {
    type: checked.type ?? 'dyn',
    usesOldSelf,
    root,
    run: (variables) => run(evaluate, variables),
    evaluate,
  };
}

/** The library stops at the first problem; parts that are joined by && and || are asked on their own for more. */
function partProblems(
  root: CelNode,
  environment: Environment,
  found: readonly ExpressionProblem[],
): readonly ExpressionProblem[] {
  const parts = joinedParts(root);
  if (parts.length < 2) return found;
  const all = parts.flatMap(({ start, end, input }) => {
    const part = input.slice(start, end);
    const parsed = environment.parse(part);
    visitNodes(parsed.ast as unknown as CelNode, useOwnFunctions);
    const { valid, error } = parsed.check();
    const problems = valid ? [] : foundProblems(error, part);
    return problems.map(({ offset, message }) => ({ offset: offset + start, message }));
  });
  return all.length > 0 ? all : found;
}

/** More is shown to nobody. */
const MAX_PARTS = 20;

function joinedParts(root: CelNode): CelNode[] {
  const parts: CelNode[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined && parts.length < MAX_PARTS; node = open.pop()) {
    if (node.op === '&&' || node.op === '||') open.push(...(node.args as CelNode[]).toReversed());
    else parts.push(node);
  }
  return parts;
}

function run(evaluate: (variables: Variables) => unknown, variables: Variables): RunResult {
  meter.begin();
  try {
    const value = evaluate(variables);
    // A rule can go on after one of its parts was too much.
    if (!meter.isExceeded) return { value };
  } catch (error) {
    if (!meter.isExceeded) return { problem: runtimeProblem(error) };
  }
  return { problem: new CostExceeded().message, isTooCostly: true };
}

function useOwnFunctions(node: CelNode): void {
  if (node.op === 'rcall' || node.op === 'call') {
    const [name, ...rest] = node.args as [string, ...unknown[]];
    node.args = [ownName(name), ...rest];
  }
  if (node.op !== 'call' || node.meta.macro === undefined) return;
  const [name, args] = node.args as [string, readonly CelNode[]];
  const [operand] = args;
  if (name === 'has' && operand) node.setMeta('macro', presenceMacro(operand, node)).setMeta('async', false);
}

/** Makes a node count what it does. Lists that are sets or maps get their own equality and sum. */
function meterNode(node: CelNode): void {
  if (node.op === 'value') return;
  if (node.handle && (node.op === '==' || node.op === '!=' || node.op === '+'))
    node.handle = listAware(node.op, node.handle);
  const { alternate, macro, evaluate: own } = node.meta;
  if (alternate !== undefined) return;
  const inner: CelEvaluate = macro
    ? (evaluator, _, context) => macro.evaluate(evaluator, macro, context)
    : (inOrder(node) ?? own);
  const isSized = node.op === '+' || node.op === 'call' || node.op === 'rcall';
  node.evaluate = isSized
    ? (evaluator, _, context) => {
        meter.charge(1);
        const result = inner(evaluator, node, context);
        const size = typeof result === 'string' || Array.isArray(result) ? result.length : 0;
        if (size > 10) meter.charge(size / 10);
        return result;
      }
    : (evaluator, _, context) => {
        meter.charge(1);
        return inner(evaluator, node, context);
      };
}

function listAware(op: string, handle: NonNullable<CelNode['handle']>): NonNullable<CelNode['handle']> {
  return (left, right, node, evaluator) => {
    if (Array.isArray(left) && Array.isArray(right)) {
      if (op === '+') return unorderedSum(left, right) ?? handle(left, right, node, evaluator);
      const equal = unorderedEqual(left, right);
      if (equal !== undefined) return op === '==' ? equal : !equal;
    }
    return handle(left, right, node, evaluator);
  };
}

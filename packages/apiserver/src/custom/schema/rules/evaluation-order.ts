import type { CelEvaluate, CelEvaluator, CelNode } from './cel-node.ts';

/**
 * Evaluation from left to right, where the library goes another way: which of two problems is told depends on it.
 * Undefined for a node that the library evaluates as the real server does.
 */
export function inOrder(node: CelNode): CelEvaluate | undefined {
  switch (node.op) {
    case '&&':
      return (evaluator, _, context) => decided(node, false, (each) => evaluator.run(each, context));
    case '||':
      return (evaluator, _, context) => decided(node, true, (each) => evaluator.run(each, context));
    case 'list':
      return (evaluator, _, context) => all(node.args as readonly CelNode[], evaluator, context);
    case 'call':
      return (evaluator, _, context) => {
        const [, args] = node.args as [string, readonly CelNode[]];
        return node.handle?.(all(args, evaluator, context), node, evaluator);
      };
    case 'rcall':
      return (evaluator, _, context) =>
        node.handle?.(all(node.receiverWithArgs ?? [], evaluator, context), evaluator, node);
    default:
      return undefined;
  }
}

function all(nodes: readonly CelNode[], evaluator: CelEvaluator, context: unknown): unknown[] {
  const values: unknown[] = [];
  for (const node of nodes) values.push(evaluator.run(node, context));
  return values;
}

/** One side is enough to decide, also if the other cannot be evaluated; the first problem is told. */
function decided(node: CelNode, decisive: boolean, run: (node: CelNode) => unknown): boolean {
  const [left, right] = node.args as [CelNode, CelNode];
  let problem: unknown;
  for (const side of [left, right]) {
    try {
      const value = run(side);
      if (value === decisive) return decisive;
      if (typeof value !== 'boolean') problem ??= new Error('no such overload');
    } catch (error) {
      problem ??= error;
    }
  }
  if (problem !== undefined) throw problem;
  return !decisive;
}

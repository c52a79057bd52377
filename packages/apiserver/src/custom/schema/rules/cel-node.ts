/** As much of an expression's tree as is looked at here. */
export interface CelNode {
  readonly op: string;
  args: unknown;
  readonly start: number;
  readonly end: number;
  readonly pos: number;
  readonly input: string;
  readonly meta: CelMeta;
  /** Known after the check. */
  readonly checkedType?: CelTypeName;
  /** Carries out an operation or a call; made by the check. */
  handle?: (first: unknown, second: unknown, third: unknown, fourth?: unknown) => unknown;
  /** Of a call of a method. */
  readonly receiverWithArgs?: readonly CelNode[];

  evaluate: CelEvaluate;
  setMeta(key: string, value: unknown): CelNode;
  clone(op: unknown, args: unknown): CelNode;
}

export type CelEvaluate = (evaluator: CelEvaluator, node: CelNode, context: unknown) => unknown;

export interface CelEvaluator {
  run(node: CelNode, context: unknown): unknown;
}

export interface CelTypeName {
  readonly name: string;
  readonly kind: string;
  readonly type: string;
  readonly keyType?: CelTypeName;
  readonly valueType?: CelTypeName;
}

interface CelMeta {
  /** What a macro was made into. */
  readonly alternate?: CelNode;
  readonly macro?: CelMacro;
  readonly evaluate: CelEvaluate;
}

interface CelMacro {
  evaluate(evaluator: CelEvaluator, macro: CelMacro, context: unknown): unknown;
}

export function isNode(value: unknown): value is CelNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'setMeta' in value;
}

/** Visits a tree from its root, with what macros are made of. */
export function visitNodes(root: CelNode, visit: (node: CelNode) => void): void {
  const seen = new Set<CelNode>();
  const open: unknown[] = [root];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) open.push(...(next as unknown[]).toReversed());
    else if (isNode(next)) {
      if (seen.has(next)) continue;
      seen.add(next);
      visit(next);
      open.push(next.args, next.meta.alternate, next.meta.macro);
    } else if (
      typeof next === 'object' &&
      next !== null &&
      Object.getPrototypeOf(next) === Object.prototype
    ) {
      open.push(...Object.values(next).filter((value) => isNode(value) || Array.isArray(value)));
    }
  }
}

/** True if a tree is deeper than that. Macros are not looked into: what they hold is in their arguments. */
export function isDeeper(root: CelNode, limit: number): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((each) =>
      isNode(each) ? (Array.isArray(each.args) ? each.args : [each.args]) : each,
    );
    level = level.flat(2).filter((each) => isNode(each));
  }
  return false;
}

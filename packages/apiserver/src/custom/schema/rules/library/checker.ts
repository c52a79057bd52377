import type { CelEvaluator, CelNode, CelTypeName } from '../cel-node.ts';

/** What the library gives to macros, as far as it is used here. */
export interface Checker {
  check(node: CelNode, scope: Scope): CelTypeName;
  checkAccessOnType(node: CelNode, scope: Scope, type: CelTypeName): CelTypeName;
  getType(name: string): CelTypeName;
  createError(code: string, message: string, node: CelNode): Error;
  readonly registry: {
    getListType(type: CelTypeName): CelTypeName;
    getMapType(key: CelTypeName, value: CelTypeName): CelTypeName;
    getOptionalType(type: CelTypeName): CelTypeName;
  };
}

export interface Scope {
  forkWithVariable(name: string, type: CelTypeName): Scope;
  reuse(parent: Scope): Scope;
  setIterValue(value: unknown, evaluator: CelEvaluator): Scope;
}

export interface MacroCall {
  readonly ast: CelNode;
  readonly args: readonly CelNode[];
  readonly receiver: CelNode;
}

/** A macro that was found in an expression. */
export interface Macro {
  typeCheck(checker: Checker, macro: Macro, scope: Scope): CelTypeName;
  evaluate(evaluator: CelEvaluator, macro: Macro, scope: Scope): unknown;
  readonly async: false;
}

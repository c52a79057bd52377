import { Optional } from '@marcbachmann/cel-js';
import type { CelNode, CelTypeName } from '../cel-node.ts';
import type { Checker, Macro, Scope } from './checker.ts';

/**
 * `has(self.a.b)`, in place of the library's own: the field must be one that the type has, and what it is a field of
 * may be any expression.
 */
export function presenceMacro(
  operand: CelNode,
  call: CelNode,
): Macro & { readonly args: readonly CelNode[] } {
  const [receiver, field] = operand.args as [CelNode, string];
  return {
    args: [receiver],
    async: false,
    typeCheck: (checker, _, scope) => {
      if (operand.op !== '.' && operand.op !== '.?')
        throw checker.createError('invalid_has', 'invalid argument to has() macro', operand);
      const type = checker.check(receiver, scope);
      const inner = type.kind === 'optional' && type.valueType ? type.valueType : type;
      if (operand.op === '.') requireField(checker, { operand, call, scope, type: inner, field });
      return checker.getType('bool');
    },
    evaluate: (evaluator, _, scope) => isThere(evaluator.run(receiver, scope), field),
  };
}

interface FieldUse {
  readonly operand: CelNode;
  readonly call: CelNode;
  readonly scope: Scope;
  readonly type: CelTypeName;
  readonly field: string;
}

function requireField(checker: Checker, { operand, call, scope, type, field }: FieldUse): void {
  try {
    checker.checkAccessOnType(operand, scope, type);
  } catch (error) {
    // The real server points at the macro.
    if (error instanceof Error && 'code' in error && error.code === 'no_such_key')
      throw checker.createError('undefined_field', `undefined field '${field}'`, call);
    throw error;
  }
}

function isThere(value: unknown, field: string): boolean {
  if (value instanceof Optional) return value.hasValue() && isThere(value.value(), field);
  if (value instanceof Map) return value.has(field);
  if (typeof value !== 'object' || value === null) return false;
  // Of an object as rules see it, fields are properties of its class.
  const own = value as Record<string, unknown>;
  return Object.getPrototypeOf(value) === Object.prototype
    ? Object.hasOwn(own, field)
    : own[field] !== undefined;
}

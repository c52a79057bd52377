import { compileGoPattern } from '../go-pattern.ts';
import { goDuration, isDateTime } from '../values/time-formats.ts';
import type { RuleEnvironment } from './cel-environment.ts';
import { visitNodes, type CelNode } from './cel-node.ts';
import { MESSAGE } from './library/messages.ts';
import { writtenName } from './library/register.ts';
import { nodeOffset } from './node-offset.ts';
import type { ExpressionProblem } from './problem-text.ts';
import { overloadProblem } from './type-problem.ts';
import { nodeType } from './type-text.ts';

/** What the library lets through and the real server does not. The types of all nodes are known. */
export function stricterChecks(
  root: CelNode,
  { fieldsOf }: Pick<RuleEnvironment, 'fieldsOf'>,
): readonly ExpressionProblem[] {
  const problems: ExpressionProblem[] = [];
  const formatted = new Set<unknown>();
  visitNodes(root, (node) => {
    switch (node.op) {
      case '[]':
      case '[?]':
        problems.push(...keyProblem(node));
        break;
      case '.?':
        problems.push(...fieldProblem(node, fieldsOf));
        break;
      case 'list':
        if (!formatted.has(node)) problems.push(...mixed(node.args as readonly CelNode[]));
        break;
      case 'map': {
        if (formatted.has(node)) break;
        const entries = node.args as readonly (readonly [CelNode, CelNode])[];
        problems.push(...mixed(entries.map(([key]) => key)), ...mixed(entries.map(([, value]) => value)));
        break;
      }
      case 'call':
      case 'rcall': {
        const [name, ...rest] = node.args as [string, ...unknown[]];
        const [first] = rest.at(-1) as readonly CelNode[];
        if (name === 'format') formatted.add(first);
        if (name === MESSAGE) formatted.add((rest.at(-1) as readonly CelNode[])[1]);
        problems.push(...literalProblem(node, writtenName(name), first), ...bindingProblem(node));
        break;
      }
    }
  });
  return problems;
}

function keyProblem(node: CelNode): readonly ExpressionProblem[] {
  const [map, key] = node.args as [CelNode, CelNode];
  const { kind, keyType } = map.checkedType ?? {};
  const given = key.checkedType;
  if (kind !== 'map' || !keyType || !given || keyType.kind === 'dyn' || given.kind === 'dyn') return [];
  return keyType.kind === 'param' || keyType.name === given.name ? [] : overloadProblem(node);
}

function fieldProblem(node: CelNode, fieldsOf: RuleEnvironment['fieldsOf']): readonly ExpressionProblem[] {
  const [operand, field] = node.args as [CelNode, string];
  const type = operand.checkedType?.kind === 'optional' ? operand.checkedType.valueType : operand.checkedType;
  const fields = type && fieldsOf(type.name);
  if (fields === undefined || fields.has(field)) return [];
  return [{ offset: nodeOffset(node), message: `undefined field '${field}'` }];
}

/** Lists and maps that an expression writes hold values of one type. */
function mixed(items: readonly CelNode[]): readonly ExpressionProblem[] {
  const types = items.map(nodeType);
  const expected = types.find((type) => type !== 'dyn');
  const wrong = types.findIndex((type) => type !== 'dyn' && !isAlike(type, expected ?? type));
  const item = items[wrong];
  if (item === undefined) return [];
  return [{ offset: nodeOffset(item), message: `expected type '${expected}' but found '${types[wrong]}'` }];
}

/** Empty lists and optional values fit any. */
function isAlike(a: string, b: string): boolean {
  return a === b || a.includes('dyn') || b.includes('dyn') || /\([A-Z]/.test(a) || /\([A-Z]/.test(b);
}

/** There is no `cel.bind` in Kubernetes. */
function bindingProblem(node: CelNode): readonly ExpressionProblem[] {
  const [, receiver] = node.args as [string, CelNode];
  if (node.op !== 'rcall' || receiver.op !== 'id' || receiver.args !== 'cel') return [];
  return [{ offset: receiver.start, message: "undeclared reference to 'cel' (in container '')" }];
}

/** Literals that can be known to be wrong before any object is seen. */
function literalProblem(
  node: CelNode,
  name: string,
  argument: CelNode | undefined,
): readonly ExpressionProblem[] {
  const isPattern = name === 'matches' && node.op === 'rcall';
  const isTime = node.op === 'call' && (name === 'duration' || name === 'timestamp');
  if (argument?.op !== 'value' || typeof argument.args !== 'string' || !(isPattern || isTime)) return [];
  return isValid(name, argument.args)
    ? []
    : [{ offset: argument.start, message: `invalid ${name} argument` }];
}

function isValid(name: string, text: string): boolean {
  if (name === 'duration') return goDuration(text) !== undefined;
  if (name === 'timestamp') return isDateTime(text);
  try {
    compileGoPattern(text);
    return true;
  } catch {
    return false;
  }
}

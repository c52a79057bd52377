import { isCelError, type CelError } from './cel-error.ts';
import { isNode, type CelNode } from './cel-node.ts';
import { knownFunctions } from './cel-environment.ts';
import { writtenName } from './library/register.ts';
import { nodeOffset } from './node-offset.ts';
import type { ExpressionProblem } from './problem-text.ts';
import { syntaxProblem } from './syntax-problem.ts';
import { nodeType } from './type-text.ts';

/** What the library found, in the real server's words. */
export function foundProblems(error: unknown, text: string): readonly ExpressionProblem[] {
  if (!isCelError(error))
    return [{ offset: 0, message: error instanceof Error ? error.message : String(error) }];
  const { node } = error;
  if (!isNode(node)) return [syntaxProblem(error, text)];
  return typeProblems(error, node);
}

function typeProblems(error: CelError, node: CelNode): readonly ExpressionProblem[] {
  const at = (message: string, of = node): readonly ExpressionProblem[] => [
    { offset: nodeOffset(of), message },
  ];
  switch (error.code) {
    case 'no_such_key':
      return at(`undefined field '${String((node.args as unknown[])[1])}'`);
    case 'unknown_variable':
      return at(`undeclared reference to '${String(node.args)}' (in container '')`);
    case 'cannot_index_type':
      return node.op === '.' || node.op === '.?'
        ? at(`type '${nodeType((node.args as CelNode[])[0])}' does not support field selection`)
        : overloadProblem(node);
    case 'invalid_logical_operand': {
      const operands = node.args as CelNode[];
      const wrong = operands.find((each) => !['bool', 'dyn'].includes(nodeType(each))) ?? node;
      return at(`expected type 'bool' but found '${nodeType(wrong)}'`, wrong);
    }
    case 'no_such_overload':
    case 'no_matching_overload':
    case 'invalid_index_type':
    case 'incompatible_ternary_branches':
      return overloadProblem(node);
    case 'invalid_comprehension_range': {
      const range = 'range of a comprehension (must be list, map, or dynamic)';
      return at(`expression of type '${nodeType(node)}' cannot be ${range}`);
    }
    case 'field_type':
      // After its name, at the colon.
      return [{ offset: node.end, message: error.summary }];
    case 'invalid_macro_argument':
      return at('argument must be a simple name');
    case 'invalid_condition_type':
      return at(`expected type 'bool' but found '${nodeType(node)}'`);
    default:
      return at(error.summary);
  }
}

/** No function or operator takes values of these types. */
export function overloadProblem(node: CelNode): readonly ExpressionProblem[] {
  const offset = nodeOffset(node);
  const [name, receiver, args] = partsOf(node);
  const missing = `undeclared reference to '${name}' (in container '')`;
  if ((node.op === 'call' || node.op === 'rcall') && !knownFunctions().has(name)) {
    const isNamespace = receiver?.op === 'id' && receiver.meta.alternate !== undefined;
    const outer = {
      offset: receiver?.start ?? 0,
      message: `undeclared reference to '${String(receiver?.args)}' (in container '')`,
    };
    return [...(isNamespace ? [outer] : []), { offset, message: missing }];
  }
  const types = args.map(nodeType).join(', ');
  const target = receiver === undefined ? '' : `${nodeType(receiver)}.`;
  return [{ offset, message: `found no matching overload for '${name}' applied to '${target}(${types})'` }];
}

function partsOf(
  node: CelNode,
): readonly [name: string, receiver: CelNode | undefined, args: readonly CelNode[]] {
  switch (node.op) {
    case 'call': {
      const [name, args] = node.args as [string, CelNode[]];
      return [writtenName(name), undefined, args];
    }
    case 'rcall': {
      const [name, receiver, args] = node.args as [string, CelNode, CelNode[]];
      return [writtenName(name), receiver, args];
    }
    case '!_':
    case '-_':
      return [node.op, undefined, [node.args as CelNode]];
    case '[]':
    case '[?]':
      return ['_[_]', undefined, node.args as CelNode[]];
    case '?:':
      return ['_?_:_', undefined, node.args as CelNode[]];
    default:
      return [node.op === 'in' ? '@in' : `_${node.op}_`, undefined, node.args as CelNode[]];
  }
}

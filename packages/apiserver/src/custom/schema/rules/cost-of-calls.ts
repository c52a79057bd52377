import type { CelTypeName } from './cel-node.ts';
import { times, traversal, type Estimate } from './cost.ts';
import { writtenName } from './library/register.ts';

interface Call {
  readonly target: Estimate | undefined;
  readonly args: readonly Estimate[];
  readonly receiverType: CelTypeName | undefined;
}

interface CallEstimate {
  readonly cost: number;
  /** Undefined: by its type. */
  readonly size?: number;
}

/** Regular expressions cost by their own length too. */
const PATTERN_FACTOR = 0.25;
const MAX_FORMAT_PATTERN = 128;

/** What a call costs beside its arguments. What is not here costs one. */
export function callEstimate(called: string, call: Call): CallEstimate {
  const { target, args, receiverType } = call;
  const name = writtenName(called);
  const of = target?.size ?? 0;
  const first = args[0]?.size ?? 0;
  switch (name) {
    case 'startsWith':
    case 'endsWith':
      return { cost: traversal(first) };
    case 'contains':
      if (receiverType?.name !== 'string') return { cost: times(first, args[1]?.size ?? 0) + 1 };
      return { cost: times(traversal(of), traversal(first)) };
    case 'equivalent':
    case 'intersects':
      return { cost: times(first, args[1]?.size ?? 0) * (name === 'equivalent' ? 2 : 1) + 1 };
    case 'matches':
      return { cost: pattern(target ? of : first, target ? first : (args[1]?.size ?? 0)) };
    case 'find':
    case 'findAll':
      return { cost: pattern(of, first), size: of };
    case 'isSorted':
    case 'sum':
    case 'max':
    case 'min':
    case 'indexOf':
    case 'lastIndexOf':
      return { cost: ofList(call) };
    case 'url':
      return { cost: traversal(first), size: first };
    case 'lowerAscii':
    case 'upperAscii':
    case 'substring':
    case 'trim':
      return { cost: traversal(of), size: of };
    case 'replace':
      return { cost: traversal(of, 0.2), size: times(of + 1, args[1]?.size ?? 0) + of };
    case 'split':
      return { cost: traversal(of, 0.2), size: of };
    case 'join': {
      const size = times(of, elementSize(target)) + times(Math.max(0, of - 1), first);
      return { cost: traversal(size), size };
    }
    case 'format':
      return { cost: traversal(of) };
    case 'quote':
      return { cost: traversal(first), size: first * 2 + 2 };
    case 'isIP':
    case 'isCIDR':
    case 'cidr':
    case 'quantity':
    case 'isQuantity':
    case 'semver':
    case 'isSemver':
      return { cost: traversal(first) };
    case 'ip':
      return { cost: target ? 1 : traversal(first) };
    case 'isCanonical':
      return { cost: traversal(first, 0.2) };
    case 'containsIP':
      return { cost: 4 + (args[0]?.decl || first < Infinity ? traversal(first) : 0) };
    case 'containsCIDR':
      return { cost: 7 + (args[0]?.decl || first < Infinity ? traversal(first) : 0) };
    case 'validate':
      return { cost: traversal(traversal(first), MAX_FORMAT_PATTERN * PATTERN_FACTOR) };
    case 'distinct':
    case 'sort':
      return { cost: times(of, of) * 2 + 11, size: of };
    case 'reverse':
    case 'slice':
    case 'flatten':
      return { cost: of + 11, size: of };
    case 'range':
      return { cost: first + 11, size: first };
    default:
      return { cost: 1 };
  }
}

function pattern(text: number, expression: number): number {
  return times(traversal(text + 1), traversal(expression, PATTERN_FACTOR));
}

function ofList({ target, receiverType }: Call): number {
  const size = target?.size ?? 0;
  if (receiverType?.kind !== 'list') return traversal(size);
  const element = receiverType.valueType?.name;
  const isText = element === 'string' || element === 'bytes';
  return times(size, isText ? 1 + traversal(elementSize(target)) : 1);
}

function elementSize(estimate: Estimate | undefined): number {
  const { decl, elementSize: made } = estimate ?? {};
  if (decl?.kind === 'list' || decl?.kind === 'map') return decl.element.maxElements;
  return made ?? Infinity;
}

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

/** Sizes of what a function is called on and of its first two arguments. */
interface Sizes {
  readonly of: number;
  readonly first: number;
  readonly second: number;
}

type CostOf = (sizes: Sizes, call: Call) => CallEstimate;

/** Regular expressions cost by their own length too. */
const PATTERN_FACTOR = 0.25;
const MAX_FORMAT_PATTERN = 128;
/** What a new list costs, with the call that makes it. */
const NEW_LIST = 11;

const readsFirst: CostOf = ({ first }) => ({ cost: traversal(first) });
const readsText: CostOf = ({ of }) => ({ cost: traversal(of), size: of });
const readsList: CostOf = ({ of }) => ({ cost: of + NEW_LIST, size: of });
const comparesAll: CostOf = ({ of }) => ({ cost: times(of, of) * 2 + NEW_LIST, size: of });
const comparesItems: CostOf = (_, call) => ({ cost: ofList(call) });
const comparesSets: CostOf = ({ first, second }) => ({ cost: times(first, second) + 1 });
const finds: CostOf = ({ of, first }) => ({ cost: pattern(of, first), size: of });

const COSTS: ReadonlyMap<string, CostOf> = new Map<string, CostOf>([
  ...['startsWith', 'endsWith', 'isIP', 'isCIDR', 'cidr', 'quantity', 'isQuantity', 'semver', 'isSemver'].map(
    (name) => [name, readsFirst] as const,
  ),
  ...['lowerAscii', 'upperAscii', 'substring', 'trim'].map((name) => [name, readsText] as const),
  ...['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf'].map(
    (name) => [name, comparesItems] as const,
  ),
  ...['reverse', 'slice', 'flatten'].map((name) => [name, readsList] as const),
  ...['distinct', 'sort'].map((name) => [name, comparesAll] as const),
  ['find', finds],
  ['findAll', finds],
  ['intersects', comparesSets],
  ['equivalent', ({ first, second }) => ({ cost: times(first, second) * 2 + 1 })],
  [
    'contains',
    (sizes, call) =>
      call.receiverType?.name === 'string'
        ? { cost: times(traversal(sizes.of), traversal(sizes.first)) }
        : comparesSets(sizes, call),
  ],
  [
    'matches',
    ({ of, first, second }, { target }) => ({ cost: target ? pattern(of, first) : pattern(first, second) }),
  ],
  ['url', ({ first }) => ({ cost: traversal(first), size: first })],
  ['replace', ({ of, second }) => ({ cost: traversal(of, 0.2), size: times(of + 1, second) + of })],
  ['split', ({ of }) => ({ cost: traversal(of, 0.2), size: of })],
  [
    'join',
    ({ of, first }, { target }) => {
      const size = times(of, elementSize(target)) + times(Math.max(0, of - 1), first);
      return { cost: traversal(size), size };
    },
  ],
  ['format', ({ of }) => ({ cost: traversal(of) })],
  ['quote', ({ first }) => ({ cost: traversal(first), size: first * 2 + 2 })],
  ['ip', ({ first }, { target }) => ({ cost: target ? 1 : traversal(first) })],
  ['isCanonical', ({ first }) => ({ cost: traversal(first, 0.2) })],
  ['containsIP', ({ first }) => ({ cost: 4 + (first < Infinity ? traversal(first) : 0) })],
  ['containsCIDR', ({ first }) => ({ cost: 7 + (first < Infinity ? traversal(first) : 0) })],
  ['validate', ({ first }) => ({ cost: traversal(traversal(first), MAX_FORMAT_PATTERN * PATTERN_FACTOR) })],
  ['range', ({ first }) => ({ cost: first + NEW_LIST, size: first })],
]);

/** What a call costs beside its arguments. What is not known here costs one. */
export function callEstimate(called: string, call: Call): CallEstimate {
  const [first, second] = call.args;
  const sizes = { of: call.target?.size ?? 0, first: first?.size ?? 0, second: second?.size ?? 0 };
  return COSTS.get(writtenName(called))?.(sizes, call) ?? { cost: 1 };
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

import { parseJsonPath, type PathFilter, type PathStep } from './json-path-steps.ts';
import { hasOwn, isObject } from './values/json-value.ts';

/** What a path finds in an object, in order; empty if there is nothing, or not of a form that can be walked. */
export type JsonPath = (object: unknown) => unknown[];

/** Compiles a path as printer columns, selectable fields and scale have it (`.spec.list[*].name`). Throws on a bad one. */
export function compileJsonPath(path: string): JsonPath {
  const steps = parseJsonPath(path);
  return (object) => {
    try {
      return walk(steps, [object], { root: object, visited: 0 });
    } catch (error) {
      if (error instanceof CannotWalk) return [];
      throw error;
    }
  };
}

/** Every `..` may multiply what is found. What is of use ends long before; what is not must end too. */
const MAX_VISITED = 20_000;

interface Walk {
  readonly root: unknown;
  visited: number;
}

/** The path asks of a value what it is not: of a list an item that it has not, of a text its items. */
class CannotWalk extends Error {}

function walk(steps: readonly PathStep[], from: readonly unknown[], on: Walk): unknown[] {
  let values = [...from];
  for (const step of steps) {
    const found: unknown[] = [];
    for (const value of taken(step, values, on)) {
      visit(on);
      found.push(value);
    }
    values = found;
  }
  return values;
}

function visit(on: Walk): void {
  on.visited += 1;
  if (on.visited > MAX_VISITED) throw new CannotWalk();
}

function* taken(step: PathStep, values: readonly unknown[], on: Walk): Iterable<unknown> {
  if (step.kind === 'root') yield on.root;
  else if (step.kind === 'literal') yield step.value;
  else for (const value of values) yield* takenOf(step, value, on);
}

function takenOf(
  step: Exclude<PathStep, { kind: 'root' | 'literal' }>,
  value: unknown,
  on: Walk,
): Iterable<unknown> {
  switch (step.kind) {
    case 'field':
      return isObject(value) && hasOwn(value, step.name) ? [field(value, step.name)] : [];
    case 'all':
      return members(value);
    case 'descend':
      return everything(value);
    case 'slice':
      return value === null ? [] : slice(value, step);
    case 'union':
      return step.parts.flatMap((part) => walk(part, [value], on));
    case 'filter':
      return listOf(value).filter((item) => passes(step, item, on));
  }
}

function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function members(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

function* everything(value: unknown): Iterable<unknown> {
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    for (const member of members(next).toReversed()) open.push(member);
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new CannotWalk();
}

function slice(value: unknown, { from, to, step }: Extract<PathStep, { kind: 'slice' }>): unknown[] {
  const list = listOf(value);
  const start = from < 0 ? from + list.length : from;
  const end = to === undefined ? list.length : to < 0 || (to === 0 && from < 0) ? to + list.length : to;
  if (start === end) return [];
  if (start < 0 || start >= list.length || end > list.length || start > end || step <= 0)
    throw new CannotWalk();
  return list.slice(start, end).filter((_, index) => index % step === 0);
}

function passes({ left, operator, right }: PathFilter, item: unknown, on: Walk): boolean {
  visit(on);
  const lefts = walk(left, [item], on);
  if (operator === 'exists') return lefts.length > 0;
  if (lefts.length === 0) return false;
  const rights = walk(right, [item], on);
  if (lefts.length > 1 || rights.length > 1) throw new CannotWalk();
  return rights.length === 1 && compare(lefts[0], operator, rights[0]);
}

function compare(left: unknown, operator: PathFilter['operator'], right: unknown): boolean {
  if (typeof left !== typeof right || typeof left === 'object') throw new CannotWalk();
  const [a, b] = [left as string | number | boolean, right as string | number | boolean];
  switch (operator) {
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case 'exists':
      return true;
  }
}

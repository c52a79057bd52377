import { parseJsonPath, type PathFilter, type PathStep } from './json-path-steps.ts';
import { hasOwn, isObject } from './values/json-value.ts';

/** What a path finds in an object, in order; empty if there is nothing, or not of a form that can be walked. */
export type JsonPath = (object: unknown) => unknown[];

/** Compiles a path as printer columns, selectable fields and scale have it (`.spec.list[*].name`). Throws on a bad one. */
export function compileJsonPath(path: string): JsonPath {
  const steps = parseJsonPath(path);
  return (object) => {
    try {
      return walk(steps, [object], object);
    } catch (error) {
      if (error instanceof CannotWalk) return [];
      throw error;
    }
  };
}

/** The path asks of a value what it is not: of a list an item that it has not, of a text its items. */
class CannotWalk extends Error {}

function walk(steps: readonly PathStep[], from: readonly unknown[], root: unknown): unknown[] {
  let values: readonly unknown[] = from;
  for (const step of steps) values = take(step, values, root);
  return [...values];
}

function take(step: PathStep, values: readonly unknown[], root: unknown): readonly unknown[] {
  switch (step.kind) {
    case 'root':
      return [root];
    case 'field':
      return values
        .filter((value) => isObject(value) && hasOwn(value, step.name))
        .map((value) => field(value, step.name));
    case 'all':
      return values.flatMap(members);
    case 'descend':
      return values.flatMap(everything);
    case 'slice':
      return values.filter((value) => value !== null).flatMap((value) => slice(value, step));
    case 'union':
      return values.flatMap((value) => step.parts.flatMap((part) => walk(part, [value], root)));
    case 'filter':
      return values.flatMap((value) => listOf(value).filter((item) => passes(step, item, root)));
    case 'literal':
      return [step.value];
  }
}

function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function members(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

function everything(value: unknown): unknown[] {
  const found: unknown[] = [];
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(next);
    open.push(...members(next).toReversed());
  }
  return found;
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

function passes({ left, operator, right }: PathFilter, item: unknown, root: unknown): boolean {
  const lefts = walk(left, [item], root);
  if (operator === 'exists') return lefts.length > 0;
  if (lefts.length === 0) return false;
  const rights = walk(right, [item], root);
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

import { Optional, type Environment } from '@marcbachmann/cel-js';
import { Duration } from '@marcbachmann/cel-js/evaluator';
import { canonicalJson } from '../../values/json-value.ts';
import { meter } from '../meter.ts';
import { addFunctions, addOverrides, evaluationProblem, type Functions } from './register.ts';

const TIME = 'google.protobuf.Timestamp';
const SPAN = 'google.protobuf.Duration';
const ORDERED = ['int', 'uint', 'double', 'bool', 'string', 'bytes', TIME, SPAN];

type Values = readonly unknown[];

class ListsNamespace {}
class SetsNamespace {}

export function addLists(environment: Environment): void {
  environment.registerType('ListsNamespace', ListsNamespace);
  environment.registerConstant('lists', 'ListsNamespace', new ListsNamespace());
  environment.registerType('SetsNamespace', SetsNamespace);
  environment.registerConstant('sets', 'SetsNamespace', new SetsNamespace());
  addFunctions(environment, {
    ...Object.fromEntries(ORDERED.flatMap(orderedFunctions)),
    'list<int>.sum(): int': (list: readonly bigint[]) => inRange(list.reduce((sum, each) => sum + each, 0n)),
    'list<double>.sum(): double': (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0),
    [`list<${SPAN}>.sum(): ${SPAN}`]: (list: readonly Duration[]) =>
      list.reduce((sum, each) => sum.addDuration(each), new Duration(0n)),
    'list<T>.distinct(): list<T>': (list: Values) => charged(list, unique(list)),
    'list<T>.reverse(): list<T>': (list: Values) => charged(list, list.toReversed()),
    'list<T>.slice(int, int): list<T>': slice,
    'list<list<T>>.flatten(): list<T>': (list: readonly Values[]) => charged(list, list.flat()),
    'list<T>.first(): optional<T>': (list: Values) => optionalOf(list[0]),
    'list<T>.last(): optional<T>': (list: Values) => optionalOf(list.at(-1)),
    'ListsNamespace.range(int): list<int>': (_: unknown, count: bigint) => {
      meter.charge(Number(count));
      return Array.from({ length: Number(count) }, (_each, index) => BigInt(index));
    },
    'SetsNamespace.equivalent(list<T>, list<T>): bool': (_: unknown, a: Values, b: Values) =>
      containsAll(a, b) && containsAll(b, a),
    'SetsNamespace.intersects(list<T>, list<T>): bool': (_: unknown, a: Values, b: Values) => {
      meter.charge(a.length + b.length);
      const texts = new Set(a.map(identity));
      return b.some((each) => texts.has(identity(each)));
    },
  });
  addOverrides(environment, {
    'SetsNamespace.contains(list<T>, list<T>): bool': (_: unknown, all: Values, some: Values) =>
      containsAll(all, some),
    'list<T>.indexOf(T): int': (list: Values, item: unknown) => BigInt(list.findIndex(isSame(list, item))),
    'list<T>.lastIndexOf(T): int': (list: Values, item: unknown) =>
      BigInt(list.findLastIndex(isSame(list, item))),
  });
}

function orderedFunctions(type: string): [string, Functions[string]][] {
  return [
    [`list<${type}>.isSorted(): bool`, isSorted],
    [`list<${type}>.min(): ${type}`, (list: Values) => extreme(list, 'min', (order) => order < 0)],
    [`list<${type}>.max(): ${type}`, (list: Values) => extreme(list, 'max', (order) => order > 0)],
    [`list<${type}>.sort(): list<${type}>`, (list: Values) => charged(list, list.toSorted(order))],
  ];
}

function charged<T>(list: Values, result: T): T {
  meter.charge(list.length);
  return result;
}

function order(a: unknown, b: unknown): number {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  const [left, right] = [a as number, b as number];
  return left < right ? -1 : left > right ? 1 : 0;
}

function isSorted(list: Values): boolean {
  meter.charge(list.length);
  return list.every((each, index) => index === 0 || order(list[index - 1], each) <= 0);
}

function extreme(list: Values, name: string, isBetter: (order: number) => boolean): unknown {
  meter.charge(list.length);
  if (list.length === 0) throw evaluationProblem(`${name} called on empty list`);
  return list.reduce((best, each) => (isBetter(order(each, best)) ? each : best));
}

function slice(list: Values, from: bigint, to: bigint): unknown[] {
  if (from < 0n || to < 0n)
    throw evaluationProblem(`cannot slice(${from}, ${to}), negative indexes not supported`);
  if (from > to)
    throw evaluationProblem(
      `cannot slice(${from}, ${to}), start index must be less than or equal to end index`,
    );
  if (to > BigInt(list.length))
    throw evaluationProblem(`cannot slice(${from}, ${to}), list is length ${list.length}`);
  return charged(list, list.slice(Number(from), Number(to)));
}

function inRange(sum: bigint): bigint {
  if (sum >= -(1n << 63n) && sum < 1n << 63n) return sum;
  throw evaluationProblem('integer overflow');
}

function optionalOf(value: unknown): Optional {
  return value === undefined ? Optional.none() : Optional.of(value);
}

function isSame(list: Values, item: unknown): (each: unknown) => boolean {
  meter.charge(list.length);
  const text = identity(item);
  return (each) => identity(each) === text;
}

function unique(list: Values): unknown[] {
  return [...new Map(list.map((each) => [identity(each), each])).values()];
}

function containsAll(all: Values, some: Values): boolean {
  meter.charge(all.length + some.length);
  const texts = new Set(all.map(identity));
  return some.every((each) => texts.has(identity(each)));
}

/** A text that equal values have in common. */
export function identity(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `s${value}`;
    case 'bigint':
    case 'number':
      return `n${value}`;
    case 'object':
      return objectIdentity(value);
    default:
      return String(value);
  }
}

function objectIdentity(value: object | null): string {
  if (Array.isArray(value)) return `[${value.map((each) => JSON.stringify(identity(each))).join(',')}]`;
  if (value instanceof Map) {
    const entries = Array.from(value, ([key, each]) => JSON.stringify([identity(key), identity(each)]));
    return `{${entries.sort().join(',')}}`;
  }
  if (value instanceof Date) return `t${value.getTime()}`;
  if (value instanceof Duration) return `d${value.seconds}.${value.nanos}`;
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('base64')}`;
  const hasText = value !== null && IDENTITY in value;
  return hasText ? (value as { [IDENTITY](): string })[IDENTITY]() : canonicalJson(value);
}

/** Objects say by it what they are equal to. */
export const IDENTITY = Symbol('identity');

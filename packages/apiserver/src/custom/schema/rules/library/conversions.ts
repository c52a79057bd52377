import { Optional, type Environment } from '@marcbachmann/cel-js';
import type { Duration } from '@marcbachmann/cel-js/evaluator';
import { identity } from './lists.ts';
import { addFunctions, addOverrides, evaluationProblem } from './register.ts';

const TIME = 'google.protobuf.Timestamp';
const SPAN = 'google.protobuf.Duration';

/** Conversions and comparisons that the library does not have. */
export function addConversions(environment: Environment): void {
  environment.registerOperator('optional<A> == optional<A>', (a: Optional, b: Optional) =>
    a.hasValue() && b.hasValue()
      ? identity(a.value()) === identity(b.value())
      : a.hasValue() === b.hasValue(),
  );
  addFunctions(environment, {
    [`string(${TIME}): string`]: (time: Date) => time.toISOString().replace(/\.?0*Z$/, 'Z'),
    [`string(${SPAN}): string`]: (span: Duration) => `${span.valueOf() / 1000}s`,

    [`timestamp(${TIME}): ${TIME}`]: (time: Date) => time,
    [`duration(${SPAN}): ${SPAN}`]: (span: Duration) => span,
    'OptionalNamespace.ofNonZeroValue(A): optional<A>': (_: unknown, value: unknown) =>
      isZero(value) ? Optional.none() : Optional.of(value),
  });
  addOverrides(environment, {
    'int(int): int': (value: bigint) => value,
    'int(uint): int': (value: { valueOf(): bigint }) => inRange(value.valueOf()),
    'int(double): int': wholeOf,
    'int(string): int': integerOf,
    [`int(${TIME}): int`]: (time: Date) => BigInt(Math.floor(time.getTime() / 1000)),
  });
}

function integerOf(text: string): bigint {
  if (!/^[+-]?\d{1,40}$/.test(text)) throw evaluationProblem("type conversion error from 'string' to 'int'");
  return inRange(BigInt(text.replace('+', '')));
}

function wholeOf(value: number): bigint {
  if (!Number.isFinite(value)) throw evaluationProblem('integer overflow');
  return inRange(BigInt(Math.trunc(value)));
}

function inRange(value: bigint): bigint {
  if (value >= -(1n << 63n) && value < 1n << 63n) return value;
  throw evaluationProblem('integer overflow');
}

function isZero(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (value instanceof Map) return value.size === 0;
  return value === null || value === '' || value === 0 || value === 0n || value === false;
}

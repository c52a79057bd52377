import type { Environment } from '@marcbachmann/cel-js';
import { compareQuantities, isFractional, parseQuantity, type Quantity } from '@banyan/api/quantity';
import { IDENTITY } from './lists.ts';
import { addFunctions, chargeFor, evaluationProblem } from './register.ts';

const NO_QUANTITY =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

class RuleQuantity {
  readonly value: Quantity;

  constructor(value: Quantity) {
    this.value = value;
  }

  [IDENTITY](): string {
    const { unscaled, scale } = this.value;
    return `q${unscaled}e${scale}`;
  }
}

function read(text: string): Quantity | undefined {
  chargeFor(text.length);
  return parseQuantity(text);
}

function parse(text: string): RuleQuantity {
  const value = read(text);
  if (value === undefined) throw evaluationProblem(NO_QUANTITY);
  return new RuleQuantity(value);
}

function compare(a: RuleQuantity, b: RuleQuantity): number {
  return compareQuantities(a.value, b.value);
}

function add({ value: a }: RuleQuantity, { value: b }: RuleQuantity, sign: 1n | -1n): RuleQuantity {
  const scale = Math.min(a.scale, b.scale);
  const scaled = ({ unscaled, scale: own }: Quantity): bigint => unscaled * 10n ** BigInt(own - scale);
  return new RuleQuantity({ ...a, unscaled: scaled(a) + sign * scaled(b), scale });
}

function integerOf({ value }: RuleQuantity): bigint | undefined {
  if (isFractional(value)) return undefined;
  const { unscaled, scale } = value;
  const whole = scale < 0 ? unscaled / 10n ** BigInt(-scale) : unscaled * 10n ** BigInt(scale);
  return whole >= -(1n << 63n) && whole < 1n << 63n ? whole : undefined;
}

function asInteger(quantity: RuleQuantity): bigint {
  const integer = integerOf(quantity);
  if (integer === undefined) throw evaluationProblem('cannot convert value to integer');
  return integer;
}

function whole(value: bigint): RuleQuantity {
  return new RuleQuantity({ unscaled: value, scale: 0, format: 'DecimalSI' });
}

export function addQuantities(environment: Environment): void {
  const type = 'kubernetes.Quantity';
  environment.registerType(type, RuleQuantity);
  environment.registerOperator(
    `${type} == ${type}`,
    (a: RuleQuantity, b: RuleQuantity) => compare(a, b) === 0,
  );
  addFunctions(environment, {
    [`quantity(string): ${type}`]: parse,
    'isQuantity(string): bool': (text: string) => read(text) !== undefined,
    [`${type}.sign(): int`]: ({ value }: RuleQuantity) =>
      value.unscaled > 0n ? 1n : value.unscaled < 0n ? -1n : 0n,
    [`${type}.isInteger(): bool`]: (quantity: RuleQuantity) => integerOf(quantity) !== undefined,
    [`${type}.asInteger(): int`]: asInteger,
    [`${type}.asApproximateFloat(): double`]: ({ value }: RuleQuantity) =>
      Number(`${value.unscaled}e${value.scale}`),
    [`${type}.isLessThan(${type}): bool`]: (a: RuleQuantity, b: RuleQuantity) => compare(a, b) < 0,
    [`${type}.isGreaterThan(${type}): bool`]: (a: RuleQuantity, b: RuleQuantity) => compare(a, b) > 0,
    [`${type}.compareTo(${type}): int`]: (a: RuleQuantity, b: RuleQuantity) =>
      BigInt(Math.sign(compare(a, b))),
    [`${type}.add(${type}): ${type}`]: (a: RuleQuantity, b: RuleQuantity) => add(a, b, 1n),
    [`${type}.add(int): ${type}`]: (a: RuleQuantity, b: bigint) => add(a, whole(b), 1n),
    [`${type}.sub(${type}): ${type}`]: (a: RuleQuantity, b: RuleQuantity) => add(a, b, -1n),
    [`${type}.sub(int): ${type}`]: (a: RuleQuantity, b: bigint) => add(a, whole(b), -1n),
  });
}

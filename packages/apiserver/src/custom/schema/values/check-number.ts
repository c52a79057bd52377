import type { StatusCause } from '@banyan/api';
import { invalidValue } from '../../../kinds/fields/field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { causeField, type CheckContext, type ValueCheck } from './findings.ts';
import { asInteger, goFloat, isGoInteger } from './go-number.ts';
import { shown } from './json-value.ts';

const MAX_INT_32 = 2_147_483_647;
const MAX_FLOAT_32 = 3.402_823_466_385_288_6e38;

type Num = number | bigint;

/** Bounds, factors and what the format can hold. */
export function checkNumber(schema: JsonSchemaProps, types: readonly string[], format: string): ValueCheck {
  const type = types.length === 1 ? (types[0] ?? '') : '';
  const rules = [multipleRule(schema), boundRule(schema, 'minimum'), boundRule(schema, 'maximum')];
  const active = rules.filter((rule) => rule !== undefined);
  return (context, value, path) => {
    const number = value as Num;
    if (!fits(number, type, format)) outOfRange(context, 'Checked', { type, format, path });
    for (const { limit, name, check } of active) {
      const isExact = fits(limit, type, format);
      if (!isExact) outOfRange(context, name, { type, format, path });
      const found = check(number, isExact && isGoInteger(number));
      if (found === undefined) continue;
      const why = found.message.replace('<path>', () => path);
      context.findings.add(why, invalidValue(causeField(context, path), shown(found.value ?? number), why));
    }
    context.findings.matches += 1;
  };
}

interface NumberRule {
  readonly limit: number;
  readonly name: string;
  /** Undefined if it is kept. */
  readonly check: (value: Num, asInteger: boolean) => Broken | undefined;
}

interface Broken {
  /** With <path> in place of the path. */
  readonly message: string;
  /** Shown in place of the value. */
  readonly value?: Num;
}

function boundRule(schema: JsonSchemaProps, which: 'minimum' | 'maximum'): NumberRule | undefined {
  const limit = schema[which];
  if (limit === undefined) return undefined;
  const isMinimum = which === 'minimum';
  const isExclusive = (isMinimum ? schema.exclusiveMinimum : schema.exclusiveMaximum) === true;
  const integer = asInteger(limit);
  const words = `should be ${isMinimum ? 'greater' : 'less'} than ${isExclusive ? '' : 'or equal to '}`;
  return {
    limit,
    name: isMinimum ? 'Minimum boundary' : 'Maximum boundary',
    check: (value, isInteger) => {
      const bound: Num = isInteger ? integer : limit;
      const isBeyond = isMinimum ? value < bound : value > bound;
      const isAtEdge = isExclusive && !(value < bound) && !(value > bound);
      if (!isBeyond && !isAtEdge) return undefined;
      return { message: `<path> in body ${words}${typeof bound === 'bigint' ? bound : goFloat(bound)}` };
    },
  };
}

function multipleRule({ multipleOf }: JsonSchemaProps): NumberRule | undefined {
  if (multipleOf === undefined) return undefined;
  const integer = asInteger(multipleOf);
  return {
    limit: multipleOf,
    name: 'MultipleOf',
    check: (value, isInteger) => {
      const factor: Num = isInteger ? integer : multipleOf;
      const text = typeof factor === 'bigint' ? String(factor) : goFloat(factor);
      if (factor <= 0)
        return { message: `factor MultipleOf declared for <path> must be positive: ${text}`, value: factor };
      return isMultiple(value, factor)
        ? undefined
        : { message: `<path> in body should be a multiple of ${text}` };
    },
  };
}

function isMultiple(value: Num, factor: Num): boolean {
  if (typeof factor === 'bigint') return BigInt(value) % factor === 0n;
  const times = factor < 1 ? (1 / factor) * Number(value) : Number(value) / factor;
  return isNearInteger(times);
}

/** Allows for what floating-point numbers lose. */
function isNearInteger(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  const [whole, difference] = [Math.trunc(value), Math.abs(value - Math.trunc(value))];
  if (difference === 0) return true;
  const scale = Math.min(Math.abs(value) + Math.abs(whole), Number.MAX_VALUE);
  return difference / scale < 1e-9;
}

function fits(value: Num, type: string, format: string): boolean {
  if (type === 'integer') {
    if (format === 'int32') return isWhole(value) && value <= MAX_INT_32 && value >= -MAX_INT_32 - 1;
    return isWhole(value) && value < 2 ** 63 && value >= -(2 ** 63);
  }
  return format !== 'float' || Math.abs(Number(value)) <= MAX_FLOAT_32;
}

function isWhole(value: Num): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

interface Place {
  readonly type: string;
  readonly format: string;
  readonly path: string;
}

function outOfRange(context: CheckContext, what: string, { type, format, path }: Place): void {
  const how = format === '' ? '(default format)' : `with format ${format}`;
  const why = `${what} value must be of type ${type} ${how} in ${path}`;
  context.findings.add(why, plainFinding(context, why));
}

/** Some findings of the real server name no field: the message has the place. */
export function plainFinding(context: CheckContext, why: string): StatusCause {
  return invalidValue(causeField(context, ''), '', why);
}

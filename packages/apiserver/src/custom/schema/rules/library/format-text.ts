import { Duration } from '@marcbachmann/cel-js/evaluator';
import { chargeFor, evaluationProblem } from './register.ts';

/** `"%d of %s".format([1, "x"])`. */
export function formatText(format: string, args: readonly unknown[]): string {
  chargeFor(format.length);
  let next = 0;
  const result = format.replaceAll(
    /%(?:(%)|(?:\.(\d{1,3}))?([a-zA-Z]))|%/g,
    (whole, percent: string, precision: string, verb: string) => {
      if (percent) return '%';
      if (verb === undefined) throw evaluationProblem(`could not parse formatting clause: ${whole}`);
      if (next >= args.length) throw evaluationProblem(`index ${next} out of range`);
      const text = clause(verb, args[next++], precision === undefined ? 6 : Number(precision));
      chargeFor(text.length);
      return text;
    },
  );
  return result;
}

function clause(verb: string, value: unknown, precision: number): string {
  switch (verb) {
    case 's':
      return plainText(value);
    case 'd':
      if (typeof value === 'bigint') return String(value);
      break;
    case 'f':
      if (typeof value === 'number' || typeof value === 'bigint') return Number(value).toFixed(precision);
      break;
    case 'e':
      if (typeof value === 'number' || typeof value === 'bigint')
        return exponential(Number(value), precision);
      break;
    case 'b':
      if (typeof value === 'bigint') return value.toString(2);
      if (typeof value === 'boolean') return value ? '1' : '0';
      break;
    case 'o':
      if (typeof value === 'bigint') return value.toString(8);
      break;
    case 'x':
    case 'X': {
      const text = hexadecimal(value);
      if (text !== undefined) return verb === 'x' ? text : text.toUpperCase();
    }
  }
  throw evaluationProblem(`error during formatting: unrecognized formatting clause "${verb}"`);
}

function hexadecimal(value: unknown): string | undefined {
  if (typeof value === 'bigint') return value.toString(16);
  if (typeof value === 'string') return Buffer.from(value).toString('hex');
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : undefined;
}

function exponential(value: number, precision: number): string {
  return value.toExponential(precision).replace(/e([+-])(\d)$/, 'e$10$2');
}

function plainText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plainText).join(', ')}]`;
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z');
  if (value instanceof Duration) return `${value.valueOf() / 1000}s`;
  if (value instanceof Map)
    return `{${[...value].map(([key, each]) => `${plainText(key)}: ${plainText(each)}`).join(', ')}}`;
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  return String(value);
}

import { EvaluationError, type Environment } from '@marcbachmann/cel-js';
import { meter } from '../meter.ts';

/** Adds functions to an environment: `string.charAt(int): string`, or `isIP(string): bool`. */
export type Functions = Readonly<Record<string, (...args: never[]) => unknown>>;

export function addFunctions(environment: Environment, functions: Functions): void {
  for (const [signature, handler] of Object.entries(functions))
    environment.registerFunction(signature, handler as (...args: unknown[]) => unknown, { async: false });
}

/**
 * Functions in place of the library's own, whose meaning or cost is another than in Kubernetes. They get a name that
 * no expression can write; `ownName` is where expressions are made to use it.
 */
export function addOverrides(environment: Environment, functions: Functions): void {
  for (const [signature, handler] of Object.entries(functions)) {
    const [, receiverType, name = '', args = '', returnType = ''] =
      /^(?:([\w.<>]+)\.)?(\w+)\(([^)]*)\): (.*)$/.exec(signature) ?? [];
    const params = args === '' ? [] : args.split(', ').map((type, index) => ({ name: `arg${index}`, type }));
    environment.registerFunction({
      name: ownName(name),
      ...(receiverType !== undefined && { receiverType }),
      returnType,
      params,
      handler: handler as (...args: unknown[]) => unknown,
      async: false,
    });
  }
}

const OVERRIDDEN: ReadonlySet<string> = new Set(
  'matches lowerAscii upperAscii trim indexOf lastIndexOf substring split join startsWith endsWith contains int'.split(
    ' ',
  ),
);

/** The name under which a function is found. */
export function ownName(name: string): string {
  return OVERRIDDEN.has(name) ? `$${name}` : name;
}

/** The name that the expression had. */
export function writtenName(name: string): string {
  return name.startsWith('$') ? name.slice(1) : name;
}

/** Ends the evaluation with a message for who sent the object. */
export function evaluationProblem(message: string): EvaluationError {
  return new EvaluationError(message);
}

/** Charges for going through a text or a list once. */
export function chargeFor(...lengths: number[]): void {
  let total = 0;
  for (const length of lengths) total += length;
  meter.charge(Math.ceil(total / 10));
}

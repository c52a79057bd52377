import type { GoField, GoType } from '@banyan/api';
import { nodeOf } from '../json/node-of.ts';
import { customType } from './custom-types.ts';
import { parseBase64 } from './go-base64.ts';
import { failureText } from './type-mismatch.ts';

/**
 * Why a value does not fit its type, in the words of the converter through which the real server sends what a
 * strategic merge patch made: it never becomes text, so that nothing is said of JSON, nor of where it is. Undefined if
 * it fits. Recurses: callers see to it that the value is not too deep.
 */
export function converterProblem(value: unknown, type: GoType): string | undefined {
  if (value === null || value === undefined) return undefined;
  const kind = kindOf(value);
  switch (type.kind) {
    case 'pointer':
      return converterProblem(value, type.of);
    case 'struct':
      if (kind !== 'map') return `cannot restore struct from: ${kind}`;
      return firstProblem(type.fields, ({ name, type: of }: GoField) =>
        converterProblem((value as Record<string, unknown>)[name], of),
      );
    case 'map':
      if (kind !== 'map') return `cannot restore map from ${kind}`;
      return firstProblem(Object.values(value), (each) => converterProblem(each, type.of));
    case 'list':
      if (kind !== 'slice') return `cannot restore slice from ${kind}`;
      return firstProblem(value as unknown[], (each) => converterProblem(each, type.of));
    case 'bytes':
      return bytesProblem(value, kind);
    case 'custom':
      return customProblem(value, type.name);
    case 'any':
      return undefined;
    default:
      return scalarProblem(kind, value, type);
  }
}

function firstProblem<T>(items: Iterable<T>, look: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = look(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'slice';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int64';
    case 'number':
      return Number.isInteger(value) ? 'int64' : 'float64';
    default:
      return 'map';
  }
}

function bytesProblem(value: unknown, kind: string): string | undefined {
  if (typeof value !== 'string') return kind === 'slice' ? undefined : `cannot restore slice from ${kind}`;
  const parsed = parseBase64(value);
  return 'error' in parsed ? `error decoding ${kind} from json: ${parsed.error}` : undefined;
}

function customProblem(value: unknown, name: string): string | undefined {
  const result = customType(name).read(nodeOf(value), () => ({ value }));
  return 'failure' in result ? failureText(result.failure) : undefined;
}

type ScalarType = Exclude<GoType, { kind: 'pointer' | 'struct' | 'map' | 'list' | 'custom' }>;

function scalarProblem(kind: string, value: unknown, type: ScalarType): string | undefined {
  const wanted = scalarKind(type);
  const isNumber = type.kind === 'int' || type.kind === 'uint' || type.kind === 'float';
  if (kind === wanted) return undefined;
  if (isNumber && kind === 'int64') return undefined;
  if (type.kind === 'float' && typeof value === 'number') return undefined;
  // Go takes a number for a character, and cuts fractions off, if it is asked to: here it refuses.
  const isConvertible = (kind === 'int64' && type.kind === 'string') || (kind === 'float64' && isNumber);
  return isConvertible ? `cannot convert ${kind} to ${type.text}` : `unrecognized type: ${wanted}`;
}

function scalarKind(type: ScalarType): string {
  return 'bits' in type ? `${type.kind}${type.bits}` : type.kind;
}

import type { JsonValue } from '@banyan/patch';
import { OverrideProblem } from './override-problem.ts';

/** The reviver's third argument, which the type definitions lack. */
type SourceContext = { readonly source?: string };

/** Patches a text of JSON. Keys come out sorted, indented by four; whole numbers of any length stay what they are. */
export function patchJsonText(text: string, patch: (value: JsonValue) => JsonValue): string {
  let value: JsonValue;
  try {
    value = JSON.parse(text, exactInteger as (key: string, value: unknown) => unknown) as JsonValue;
  } catch (error) {
    throw new OverrideProblem(`the field is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
  return format(patch(value), '');
}

function exactInteger(_key: string, value: unknown, { source }: SourceContext): unknown {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value);
  return isInexact && source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
}

function format(value: JsonValue | bigint, indent: string): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}    `;
  const lines = Array.isArray(value)
    ? value.map((item: JsonValue) => `${deeper}${format(item, deeper)}`)
    : Object.keys(value)
        .sort()
        .map((key) => `${deeper}${JSON.stringify(key)}: ${format(own(value, key), deeper)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function own(object: object, key: string): JsonValue {
  return (object as Readonly<Record<string, JsonValue>>)[key] ?? null;
}

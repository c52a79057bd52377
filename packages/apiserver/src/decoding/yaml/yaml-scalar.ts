import { DecodeError } from '../decode-error.ts';
import type { JsonNode } from '../json/json-node.ts';
import { parseBase64 } from '../typed/go-base64.ts';

/** What a plain scalar of YAML 1.1 stands for, as Kubernetes' reader sees it. */
export type YamlScalar = Exclude<JsonNode, { kind: 'array' | 'object' }>;

const TRUE = words('y Y yes Yes YES true True TRUE on On ON');
const FALSE = words('n N no No NO false False FALSE off Off OFF');
const NULL = new Set(['', '~', 'null', 'Null', 'NULL']);
const INFINITE = /^[+-]?\.(?:inf|Inf|INF)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;

const INTEGER = /^([+-]?)(0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|[1-9][0-9]*|0)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const UINT64_MAX = 2n ** 64n - 1n;
const INT64_MIN = -(2n ** 63n);

/** Nothing longer is an integer of 64 bits, even in binary digits with an underscore between them. */
const MAX_INTEGER_LENGTH = 140;

/** Tags that only say what the text would be taken for anyway, or is not. */
const RESOLVABLE = new Set(['!!bool', '!!int', '!!float', '!!null', '!!timestamp']);

/** `tag` is as it was written, `!!int`; undefined if there was none. Throws a DecodeError for what has no JSON. */
export function scalarNode(text: string, isPlain: boolean, tag?: string): YamlScalar {
  if (tag === '!!binary') return stringNode(binaryText(text));
  if (tag === undefined ? !isPlain : !RESOLVABLE.has(tag)) return stringNode(text);
  const resolved = resolvePlainScalar(text);
  if (tag !== undefined) requireTag(text, resolved, tag);
  return resolved;
}

/** Numbers keep their exact value: they are written as JSON would write them. Infinity has no JSON. */
function resolvePlainScalar(text: string): YamlScalar {
  if (NULL.has(text)) return { kind: 'null' };
  if (TRUE.has(text)) return { kind: 'bool', value: true };
  if (FALSE.has(text)) return { kind: 'bool', value: false };
  if (INFINITE.test(text))
    throw new DecodeError(`json: unsupported value: ${text.startsWith('-') ? '-' : '+'}Inf`);
  if (NOT_A_NUMBER.test(text)) throw new DecodeError('json: unsupported value: NaN');
  return numberNode(text) ?? stringNode(text);
}

function stringNode(value: string): YamlScalar {
  return { kind: 'string', value, escaped: false };
}

function binaryText(text: string): string {
  const parsed = parseBase64(text);
  if ('error' in parsed) throw new DecodeError('yaml: !!binary value contains invalid base64 data');
  return Buffer.from(parsed.text, 'base64').toString();
}

function requireTag(text: string, resolved: YamlScalar, tag: string): void {
  const found = tagOf(resolved, text);
  if (found === tag || tag === '!!timestamp' || (tag === '!!float' && found === '!!int')) return;
  throw new DecodeError(`yaml: cannot decode ${found} \`${text}\` as a ${tag}`);
}

function tagOf({ kind }: YamlScalar, text: string): string {
  if (kind === 'number') return /^[-+]?(?:0[xXbBoO]|[\d_]+$)/.test(text) ? '!!int' : '!!float';
  return { string: '!!str', bool: '!!bool', null: '!!null' }[kind];
}

function numberNode(text: string): YamlScalar | undefined {
  if (!/^[-+.0-9]/.test(text)) return undefined;
  const digits = text.startsWith('.') ? text : text.replaceAll('_', '');
  const integer = integerText(digits);
  if (integer !== undefined) return { kind: 'number', text: integer };
  if (!FLOAT.test(digits)) return undefined;
  const value = Number(digits);
  return Number.isFinite(value) ? { kind: 'number', text: JSON.stringify(value) } : undefined;
}

/** Decimal, 0x, 0b, 0o, and octal with just a zero before it. */
function integerText(text: string): string | undefined {
  const [, sign, digits] = text.length > MAX_INTEGER_LENGTH ? [] : (INTEGER.exec(text) ?? []);
  if (digits === undefined) return undefined;
  const magnitude = BigInt(digits.replace(/^0[oO]?(?=[0-7])/, '0o'));
  const value = sign === '-' ? -magnitude : magnitude;
  // A plus is part of no unsigned number.
  const most = sign === '+' ? -INT64_MIN - 1n : UINT64_MAX;
  return value > most || value < INT64_MIN ? undefined : value.toString();
}

/** How a key that is no text is written in JSON. */
export function keyText(scalar: YamlScalar): string | undefined {
  switch (scalar.kind) {
    case 'string':
      return scalar.value;
    case 'bool':
      return String(scalar.value);
    case 'number':
      return scalar.text;
    case 'null':
      return undefined;
  }
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

import { isJsonArray, isJsonObject, type JsonValue } from '../../json-value.ts';

/**
 * Text as Go's libraries write it. Keys of `fieldsV1` and messages about fields are compared byte by byte
 * with what the API server made, so its escaping is part of the format.
 */

/** Nothing in it is escaped: nearly every name. */
const PLAIN = /^[\w./:-]*$/;

/** JSON with the characters escaped that Go escapes besides ours: HTML's, line separators, \b and \f. */
export function goJson(value: JsonValue): string {
  if (typeof value === 'string' && PLAIN.test(value)) return `"${value}"`;
  if (typeof value === 'bigint') return String(value);
  const text = JSON.stringify(value);
  return typeof value === 'number' ? text : text.replace(/\\[bf]|[<>&\u2028\u2029]/g, escapeAsUnicode);
}

function escapeAsUnicode(found: string): string {
  if (found === '\\b') return '\\u0008';
  if (found === '\\f') return '\\u000c';
  return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** A string in quotes as Go's `%q` prints it. */
export function goQuote(text: string): string {
  return `"${text.replace(/["\\]|[[\p{C}\p{Z}]--[ ]]/gv, quoteCharacter)}"`;
}

function quoteCharacter(character: string): string {
  const short = SHORT_ESCAPES[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** A value as Go's `%v` prints it: `map[a:1 b:[x y]]`. */
export function goFormat(value: JsonValue): string {
  if (value === null) return '<nil>';
  if (isJsonArray(value)) return `[${value.map(goFormat).join(' ')}]`;
  if (!isJsonObject(value)) return String(value);
  const keys = Object.keys(value).sort(compareText);
  return `map[${keys.map((key) => `${key}:${goFormat(value[key] ?? null)}`).join(' ')}]`;
}

/** The order of the strings' UTF-8 bytes. It differs from UTF-16's only where surrogates are involved. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return byteOrder(a) - byteOrder(b);
  }
  return left.length - right.length;
}

function byteOrder(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff ? codeUnit + 0x10000 : codeUnit;
}

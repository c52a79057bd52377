/** How the real server prints text and values in its messages. */
import { exactJson } from '../../decoding/json/write-exact-json.ts';

const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

/** What needs no escape. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Text in quotes, with what cannot be printed escaped as Go does it (`%q`). */
export function quoted(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  return `"${Array.from(text, escaped).join('')}"`;
}

function escaped(character: string): string {
  const named = NAMED_ESCAPES[character];
  if (named !== undefined) return named;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character)) return character;
  const width = code > 0xffff ? 8 : 4;
  return `\\${width === 8 ? 'U' : 'u'}${code.toString(16).padStart(width, '0')}`;
}

/** A value as messages show it: text in quotes, numbers bare, everything else as JSON; `undefined` is null. */
export function printed(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : asJson(value);
}

/** JSON as Go writes it: the characters that are special in HTML are escaped. */
export function asJson(value: unknown, indent = ''): string {
  return (value === undefined ? 'null' : exactJson(value, indent)).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A map prints with its keys in order, whatever order they came in. */
export function sortedMap<T>(map: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Lengths are counted in bytes. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

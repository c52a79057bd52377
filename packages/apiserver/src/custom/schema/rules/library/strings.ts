import type { Environment } from '@marcbachmann/cel-js';
import { quoted } from '../../../../kinds/fields/go-text.ts';
import { addFunctions, addOverrides, chargeFor, evaluationProblem } from './register.ts';
import { formatText } from './format-text.ts';

class StringsNamespace {}

/** Texts, counted in characters: an index is that of a code point. */
export function addStrings(environment: Environment): void {
  environment.registerType('StringsNamespace', StringsNamespace);
  environment.registerConstant('strings', 'StringsNamespace', new StringsNamespace());
  addFunctions(environment, {
    'string.charAt(int): string': charAt,
    'string.replace(string, string): string': (text: string, from: string, to: string) =>
      replaceSome(text, from, to, -1n),
    'string.replace(string, string, int): string': replaceSome,
    'string.format(list<dyn>): string': formatText,
    'StringsNamespace.quote(string): string': (_: unknown, text: string) => {
      chargeFor(text.length);
      return quoted(text);
    },
  });
  addOverrides(environment, {
    'string.startsWith(string): bool': charged((text, part) => text.startsWith(part)),
    'string.endsWith(string): bool': charged((text, part) => text.endsWith(part)),
    'string.contains(string): bool': charged((text, part) => text.includes(part)),
    'string.lowerAscii(): string': (text: string) => text.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase()),
    'string.upperAscii(): string': (text: string) => text.replaceAll(/[a-z]+/g, (part) => part.toUpperCase()),
    'string.trim(): string': (text: string) => text.replace(/^[\s\u0085]+/, '').replace(/[\s\u0085]+$/, ''),
    'string.indexOf(string): int': (text: string, part: string) => indexOf(text, part, 0n),
    'string.indexOf(string, int): int': indexOf,
    'string.lastIndexOf(string): int': (text: string, part: string) => lastIndexOf(text, part),
    'string.lastIndexOf(string, int): int': lastIndexOf,
    'string.substring(int): string': (text: string, from: bigint) => substring(text, from),
    'string.substring(int, int): string': substring,
    'string.split(string): list<string>': (text: string, separator: string) =>
      splitText(text, separator, -1n),
    'string.split(string, int): list<string>': splitText,
    'list<string>.join(): string': (list: readonly string[]) => joined(list, ''),
    'list<string>.join(string): string': joined,
  });
}

function charged(test: (text: string, part: string) => boolean): (text: string, part: string) => boolean {
  return (text, part) => {
    chargeFor(text.length, part.length);
    return test(text, part);
  };
}

/** Most texts have no character that takes two places. */
function characters(text: string): readonly string[] | string {
  return /[\ud800-\udbff]/.test(text) ? Array.from(text) : text;
}

function length(text: string): number {
  return characters(text).length;
}

function slice(text: readonly string[] | string, from: number, to: number): string {
  return typeof text === 'string' ? text.slice(from, to) : text.slice(from, to).join('');
}

function charAt(text: string, index: bigint): string {
  const all = characters(text);
  if (index < 0n || index > all.length) throw evaluationProblem(`index out of range: ${index}`);
  return all[Number(index)] ?? '';
}

function indexOf(text: string, part: string, from: bigint): bigint {
  chargeFor(text.length, part.length);
  if (part === '') return from;
  const all = characters(text);
  if (from < 0n) throw evaluationProblem(`index out of range: ${from}`);
  if (from >= BigInt(all.length)) return -1n;
  const start = slice(all, 0, Number(from)).length;
  const found = text.indexOf(part, start);
  return found < 0 ? -1n : BigInt(length(text.slice(0, found)));
}

function lastIndexOf(text: string, part: string, from?: bigint): bigint {
  chargeFor(text.length, part.length);
  const all = characters(text);
  if (part === '') return from ?? BigInt(all.length);
  if (from !== undefined && from < 0n) throw evaluationProblem(`index out of range: ${from}`);
  if (from !== undefined && from >= BigInt(all.length)) return -1n;
  const start = from === undefined ? text.length : slice(all, 0, Number(from)).length;
  const found = text.lastIndexOf(part, start);
  return found < 0 ? -1n : BigInt(length(text.slice(0, found)));
}

function substring(text: string, from: bigint, end?: bigint): string {
  chargeFor(text.length);
  const all = characters(text);
  const size = BigInt(all.length);
  const to = end ?? size;
  if (end !== undefined && from > to)
    throw evaluationProblem(`invalid substring range. start: ${from}, end: ${to}`);
  for (const index of [from, to])
    if (index < 0n || index > size) throw evaluationProblem(`index out of range: ${index}`);
  return slice(all, Number(from), Number(to));
}

/** A negative limit is none. */
function splitText(text: string, separator: string, limit: bigint): string[] {
  chargeFor(2 * text.length);
  if (limit === 0n) return [];
  if (limit === 1n) return [text];
  const parts = separator === '' ? Array.from(text) : text.split(separator);
  if (limit < 0n || BigInt(parts.length) <= limit) return parts;
  const kept = Number(limit) - 1;
  return [...parts.slice(0, kept), parts.slice(kept).join(separator)];
}

function replaceSome(text: string, from: string, to: string, limit: bigint): string {
  chargeFor(2 * text.length);
  const parts = splitText(text, from, limit < 0n ? -1n : limit + 1n);
  if (from === '') return replaceBetween(Array.from(text), to, limit);
  chargeFor(parts.length * to.length);
  return parts.join(to);
}

/** Nothing is found before every character, and at the end. */
function replaceBetween(parts: readonly string[], to: string, limit: bigint): string {
  const times = limit < 0n ? parts.length + 1 : Math.min(Number(limit), parts.length + 1);
  chargeFor(times * to.length);
  const head = parts.slice(0, times).map((part) => to + part);
  return [...head, ...parts.slice(times), ...(times > parts.length ? [to] : [])].join('');
}

function joined(list: readonly string[], separator: string): string {
  let size = 0;
  for (const item of list) size += item.length + separator.length;
  chargeFor(size);
  return list.join(separator);
}

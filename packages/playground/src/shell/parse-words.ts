import { ScriptReader } from './script-reader.ts';
import type { VariablePart, Word, WordPart } from './script.ts';

const NAME = /[A-Za-z_]\w*|[0-9@*#?$!-]/y;
const LONG_NAME = /[A-Za-z_]\w*|\d+|[@*#?$!-]/y;
const OPERATOR = /:?[-=+?]|##?|%%?/y;
const ENDS_WORD = new Set([' ', '\t', '\n', ';', '&', '|', '<', '>', '(', ')', '']);

/** Reads one word here; undefined: there is none. */
export function parseWord(reader: ScriptReader): Word | undefined {
  const parts: WordPart[] = [];
  const start = reader.at;
  while (!ENDS_WORD.has(reader.peek())) parts.push(...parsePart(reader));
  return reader.at === start ? undefined : parts;
}

/** A word's text if it is nothing but that, unquoted: only then can it be a keyword. */
export function plainText(word: Word | undefined): string | undefined {
  if (word === undefined || word.some((part) => part.type !== 'text' || part.quoted)) return undefined;
  return word.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** All of a text as if it stood between double quotes: here-documents, arithmetic. */
export function parseQuotedText(text: string, parseScript: ScriptReader['parseScript']): Word {
  const reader = new ScriptReader(text, parseScript);
  const parts: WordPart[] = [];
  while (!reader.isAtEnd) parts.push(...parseQuotedPart(reader, '\\$`'));
  return parts;
}

function parsePart(reader: ScriptReader): WordPart[] {
  switch (reader.peek()) {
    case "'":
      return [parseSingleQuoted(reader)];
    case '"':
      return parseDoubleQuoted(reader);
    case '\\':
      return parseEscape(reader);
    case '$':
    case '`':
      return [parseDollar(reader, false)];
    default: {
      const text = reader.match(/[^\s;&|<>()'"\\$`]+/y) ?? reader.take();
      return [{ type: 'text', text, quoted: false }];
    }
  }
}

function parseEscape(reader: ScriptReader): WordPart[] {
  reader.at += 1;
  // A line that goes on in the next one.
  if (reader.takeIf('\n')) return [];
  return [{ type: 'text', text: reader.isAtEnd ? '\\' : reader.take(), quoted: true }];
}

function parseSingleQuoted(reader: ScriptReader): WordPart {
  const end = reader.text.indexOf("'", reader.at + 1);
  if (end < 0) {
    reader.at = reader.text.length;
    reader.fail();
  }
  const text = reader.text.slice(reader.at + 1, end);
  reader.at = end + 1;
  return { type: 'text', text, quoted: true };
}

function parseDoubleQuoted(reader: ScriptReader): WordPart[] {
  reader.at += 1;
  // Nothing between quotes is a word all the same.
  const parts: WordPart[] = [{ type: 'text', text: '', quoted: true }];
  while (reader.peek() !== '"') {
    if (reader.isAtEnd) reader.fail();
    parts.push(...parseQuotedPart(reader, '\\$`"'));
  }
  reader.at += 1;
  return parts;
}

function parseQuotedPart(reader: ScriptReader, special: string): WordPart[] {
  const character = reader.peek();
  if (character === '$' || character === '`') return [parseDollar(reader, true)];
  if (character === '\\') {
    const next = reader.peek(1);
    if (next === '\n') reader.at += 2;
    if (next === '\n') return [];
    const isEscape = next !== '' && special.includes(next);
    reader.at += isEscape ? 2 : 1;
    return [{ type: 'text', text: isEscape ? next : '\\', quoted: true }];
  }
  const text = reader.match(special.includes('"') ? /[^"\\$`]+/y : /[^\\$`]+/y) ?? reader.take();
  return [{ type: 'text', text, quoted: true }];
}

function parseDollar(reader: ScriptReader, quoted: boolean): WordPart {
  if (reader.takeIf('`')) return parseBackticks(reader, quoted);
  reader.at += 1;
  if (reader.takeIf('((')) return parseArithmetic(reader, quoted);
  if (reader.takeIf('(')) {
    const script = reader.parseScript(reader);
    reader.expect(')');
    return { type: 'command', script, quoted };
  }
  if (reader.takeIf('{')) return parseBraces(reader, quoted);
  const name = reader.match(NAME);
  return name === undefined ? { type: 'text', text: '$', quoted } : { type: 'variable', name, quoted };
}

function parseBackticks(reader: ScriptReader, quoted: boolean): WordPart {
  const text = reader.match(/(?:[^`\\]|\\[\s\S])*/y) ?? '';
  reader.expect('`');
  const inner = new ScriptReader(text.replace(/\\([`\\$])/g, '$1'), reader.parseScript);
  return { type: 'command', script: inner.parseScript(inner), quoted };
}

function parseArithmetic(reader: ScriptReader, quoted: boolean): WordPart {
  const start = reader.at;
  let depth = 0;
  while (depth > 0 || !reader.startsWith('))')) {
    if (reader.isAtEnd) reader.fail();
    const character = reader.take();
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
  }
  const expression = parseQuotedText(reader.text.slice(start, reader.at), reader.parseScript);
  reader.at += 2;
  return { type: 'arithmetic', expression, quoted };
}

function parseBraces(reader: ScriptReader, quoted: boolean): VariablePart {
  const isLength = reader.peek() === '#' && reader.peek(1) !== '}';
  if (isLength) reader.at += 1;
  const name = reader.match(LONG_NAME) ?? reader.fail();
  const operator = isLength ? 'length' : reader.match(OPERATOR);
  const operand: WordPart[] = [];
  while (reader.peek() !== '}') {
    if (reader.isAtEnd || operator === undefined || isLength) reader.fail();
    operand.push(...parseOperandPart(reader, quoted));
  }
  reader.at += 1;
  return { type: 'variable', name, quoted, ...(operator !== undefined && { operator, operand }) };
}

function parseOperandPart(reader: ScriptReader, quoted: boolean): WordPart[] {
  const character = reader.peek();
  if (character === '$' || character === '`') return [parseDollar(reader, quoted)];
  if (character === '"') return parseDoubleQuoted(reader);
  if (character === '\\') return parseEscape(reader);
  if (character === "'" && !quoted) return [parseSingleQuoted(reader)];
  return [{ type: 'text', text: reader.match(/[^}'"\\$`]+/y) ?? reader.take(), quoted: false }];
}

import { parseRedirect, parseRedirects } from './parse-redirects.ts';
import { parseWord, plainText } from './parse-words.ts';
import { ScriptReader, skipBlankLines, skipSpace } from './script-reader.ts';
import type { Branch, Command, CommandBody, Pipeline, Redirect, Script, Statement, Word } from './script.ts';

const ASSIGNMENT = /^([A-Za-z_]\w*)=/;
const KEYWORDS = ['if', 'while', 'until', 'for', 'case', '{'] as const;
/** What ends a list of commands without being one. */
const CLOSERS = new Set(['then', 'else', 'elif', 'fi', 'do', 'done', 'esac', '}', ';;', ')']);

type Keyword = (typeof KEYWORDS)[number];

/** Throws ShellSyntaxError. */
export function parseScript(text: string): Script {
  const reader = new ScriptReader(text, parseList);
  const script = parseList(reader);
  if (!reader.isAtEnd) reader.fail();
  return script;
}

/** Commands up to a keyword or bracket that ends them, which is left. */
function parseList(reader: ScriptReader): Script {
  const statements: Statement[] = [];
  for (;;) {
    skipBlankLines(reader);
    if (reader.isAtEnd || CLOSERS.has(peekWord(reader))) return statements;
    statements.push(parseStatement(reader));
    skipSpace(reader);
    if (reader.startsWith(';;')) return statements;
    if (!reader.takeIf(';') && !reader.takeIf('\n') && !statements.at(-1)?.isBackground) {
      if (!reader.isAtEnd && reader.peek() !== ')') reader.fail();
      return statements;
    }
  }
}

function parseStatement(reader: ScriptReader): Statement {
  const first = parsePipeline(reader);
  const rest: { operator: '&&' | '||'; pipeline: Pipeline }[] = [];
  for (;;) {
    skipSpace(reader);
    const operator = reader.takeIf('&&') ? '&&' : reader.takeIf('||') ? '||' : undefined;
    if (operator === undefined) return { first, rest, isBackground: reader.takeIf('&') };
    skipBlankLines(reader);
    rest.push({ operator, pipeline: parsePipeline(reader) });
  }
}

function parsePipeline(reader: ScriptReader): Pipeline {
  skipSpace(reader);
  const isNegated = peekWord(reader) === '!';
  if (isNegated) reader.at += 1;
  const commands = [parseCommand(reader)];
  for (;;) {
    skipSpace(reader);
    if (reader.startsWith('||') || !reader.takeIf('|')) return { isNegated, commands };
    skipBlankLines(reader);
    commands.push(parseCommand(reader));
  }
}

function parseCommand(reader: ScriptReader): Command {
  skipSpace(reader);
  if (reader.takeIf('(')) {
    const body = parseList(reader);
    reader.expect(')');
    return { type: 'subshell', body, redirects: parseRedirects(reader) };
  }
  const keyword = KEYWORDS.find((each) => each === peekWord(reader));
  if (keyword === undefined) return parseSimple(reader);
  reader.at += keyword.length;
  return { ...parseCompound(reader, keyword), redirects: parseRedirects(reader) };
}

function parseCompound(reader: ScriptReader, keyword: Keyword): CommandBody {
  switch (keyword) {
    case 'if':
      return parseIf(reader);
    case 'while':
    case 'until': {
      const condition = parseList(reader);
      return { type: 'while', isUntil: keyword === 'until', condition, body: parseLoopBody(reader) };
    }
    case 'for':
      return parseFor(reader);
    case 'case':
      return parseCase(reader);
    case '{': {
      const body = parseList(reader);
      expectWord(reader, '}');
      return { type: 'group', body };
    }
  }
}

function parseIf(reader: ScriptReader): CommandBody {
  const branches: Branch[] = [];
  let otherwise: Script | undefined;
  do {
    const condition = parseList(reader);
    expectWord(reader, 'then');
    branches.push({ condition, body: parseList(reader) });
  } while (takeWord(reader, 'elif'));
  if (takeWord(reader, 'else')) otherwise = parseList(reader);
  expectWord(reader, 'fi');
  return { type: 'if', branches, otherwise };
}

function parseFor(reader: ScriptReader): CommandBody {
  skipSpace(reader);
  const variable = reader.match(/[A-Za-z_]\w*/y) ?? reader.fail();
  skipBlankLines(reader);
  const words = takeWord(reader, 'in') ? parseWords(reader) : undefined;
  skipSpace(reader);
  reader.takeIf(';');
  return { type: 'for', variable, words, body: parseLoopBody(reader) };
}

function parseCase(reader: ScriptReader): CommandBody {
  skipSpace(reader);
  const word = parseWord(reader) ?? reader.fail();
  skipBlankLines(reader);
  expectWord(reader, 'in');
  const cases: { patterns: Word[]; body: Script }[] = [];
  for (skipBlankLines(reader); !takeWord(reader, 'esac'); skipBlankLines(reader)) {
    reader.takeIf('(');
    const patterns: Word[] = [];
    do {
      skipSpace(reader);
      patterns.push(parseWord(reader) ?? reader.fail());
      skipSpace(reader);
    } while (reader.takeIf('|'));
    reader.expect(')');
    cases.push({ patterns, body: parseList(reader) });
    reader.takeIf(';;');
  }
  return { type: 'case', word, cases };
}

function parseLoopBody(reader: ScriptReader): Script {
  skipBlankLines(reader);
  expectWord(reader, 'do');
  const body = parseList(reader);
  expectWord(reader, 'done');
  return body;
}

function parseSimple(reader: ScriptReader): Command {
  const assignments: [string, Word][] = [];
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  for (;;) {
    skipSpace(reader);
    const redirect = parseRedirect(reader);
    if (redirect !== undefined) {
      redirects.push(redirect);
      continue;
    }
    const word = parseWord(reader);
    if (word === undefined) break;
    const assignment = words.length === 0 ? assignmentOf(word) : undefined;
    if (assignment === undefined) words.push(word);
    else assignments.push(assignment);
    const name = plainText(words[0]);
    if (words.length === 1 && name !== undefined && reader.takeIf('()')) return parseFunction(reader, name);
  }
  if (words.length + assignments.length + redirects.length === 0) reader.fail();
  return { type: 'simple', assignments, words, redirects };
}

function parseFunction(reader: ScriptReader, name: string): Command {
  skipBlankLines(reader);
  return { type: 'function', name, body: parseCommand(reader), redirects: [] };
}

function assignmentOf([first, ...rest]: Word): [string, Word] | undefined {
  if (first?.type !== 'text' || first.quoted) return undefined;
  const found = ASSIGNMENT.exec(first.text);
  if (found === null) return undefined;
  const [start, name = ''] = found;
  return [name, [{ ...first, text: first.text.slice(start.length) }, ...rest]];
}

function parseWords(reader: ScriptReader): Word[] {
  const words: Word[] = [];
  for (;;) {
    skipSpace(reader);
    const word = parseWord(reader);
    if (word === undefined) return words;
    words.push(word);
  }
}

/** The word that stands here, as far as it could be a keyword. */
function peekWord(reader: ScriptReader): string {
  if (reader.startsWith(';;')) return ';;';
  if (reader.peek() === ')') return ')';
  const start = reader.at;
  const word = reader.match(/[a-z]+(?![^\s;&|<>()])|[{}!](?![^\s;&|<>()])/y) ?? '';
  reader.at = start;
  return word;
}

function takeWord(reader: ScriptReader, word: string): boolean {
  skipBlankLines(reader);
  if (peekWord(reader) !== word) return false;
  reader.at += word.length;
  return true;
}

function expectWord(reader: ScriptReader, word: string): void {
  if (!takeWord(reader, word)) reader.fail();
}

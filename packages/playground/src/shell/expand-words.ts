import { evaluateArithmetic } from './arithmetic.ts';
import { expandGlob, globPrefix, matchesGlob } from './glob.ts';
import { ShellSyntaxError, type Script, type VariablePart, type Word } from './script.ts';
import type { ShellSession } from './shell-session.ts';
import type { VirtualFiles } from './virtual-files.ts';

export interface Expansion {
  readonly session: ShellSession;
  readonly files: VirtualFiles;
  /** What commands print, without the newlines at the end. */
  substitute(script: Script): Promise<string>;
}

/** A piece of text, and whether it may be split and taken for a pattern. */
interface Piece {
  readonly text: string;
  readonly quoted: boolean;
  /** A field of its own begins here, whatever the text is. */
  readonly begins?: boolean;
}

/** The arguments that words stand for. */
export async function expandWords(words: readonly Word[], expansion: Expansion): Promise<string[]> {
  const fields: string[] = [];
  for (const word of words) {
    for (const field of splitFields(await piecesOf(word, expansion)))
      fields.push(...globbed(field, expansion));
  }
  return fields;
}

/** A word as one text: of an assignment, a redirection. */
export async function expandText(word: Word, expansion: Expansion): Promise<string> {
  return (await piecesOf(word, expansion)).map(({ text }) => text).join('');
}

/** A word as a pattern, in which what is quoted is literal. */
export async function expandPattern(word: Word, expansion: Expansion): Promise<string> {
  return (await piecesOf(word, expansion))
    .map(({ text, quoted }) => (quoted ? escapeGlob(text) : text))
    .join('');
}

async function piecesOf(word: Word, expansion: Expansion): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const [i, part] of word.entries()) {
    if (part.type === 'text') {
      const text = i === 0 && !part.quoted ? withHome(part.text, expansion.session) : part.text;
      pieces.push({ text, quoted: part.quoted });
    } else if (part.type === 'command') {
      pieces.push({ text: await expansion.substitute(part.script), quoted: part.quoted });
    } else if (part.type === 'arithmetic') {
      const text = await expandText(part.expression, expansion);
      const value = evaluateArithmetic(text, (name) => expansion.session.get(name) ?? '');
      pieces.push({ text: String(value), quoted: part.quoted });
    } else if (part.name === '@' && part.quoted && part.operator === undefined) {
      pieces.push(...expansion.session.args.map((text, at) => ({ text, quoted: true, begins: at > 0 })));
      if (expansion.session.args.length === 0) pieces.push({ text: '', quoted: false });
    } else {
      pieces.push({ text: await variableText(part, expansion), quoted: part.quoted });
    }
  }
  // `"$@"` without arguments is no argument, though it stands in quotes.
  const isBareArgs =
    word.length === 2 && word[1]?.type === 'variable' && word[1].name === '@' && word[1].quoted;
  return isBareArgs && expansion.session.args.length === 0 ? [] : pieces;
}

function withHome(text: string, session: ShellSession): string {
  return text === '~' || text.startsWith('~/') ? (session.get('HOME') ?? '/root') + text.slice(1) : text;
}

async function variableText(part: VariablePart, expansion: Expansion): Promise<string> {
  const { name, operator, operand = [] } = part;
  const { session } = expansion;
  const value = session.get(name);
  if (operator === undefined) {
    if (value === undefined && session.options.has('u'))
      throw new ShellSyntaxError(`${name}: parameter not set`);
    return value ?? '';
  }
  if (operator === 'length') return String((value ?? '').length);
  if (operator.startsWith('#') || operator.startsWith('%'))
    return trimmed(value ?? '', operator, await expandPattern(operand, expansion));
  const isThere = operator.startsWith(':') ? value !== undefined && value !== '' : value !== undefined;
  switch (operator.at(-1)) {
    case '+':
      return isThere ? expandText(operand, expansion) : '';
    case '-':
      return isThere ? (value ?? '') : expandText(operand, expansion);
    case '=':
      if (isThere) return value ?? '';
      session.variables.set(name, await expandText(operand, expansion));
      return session.variables.get(name) ?? '';
    default:
      if (isThere) return value ?? '';
      throw new ShellSyntaxError(`${name}: ${(await expandText(operand, expansion)) || 'parameter not set'}`);
  }
}

/** `#` and `##` take the pattern off the beginning, `%` and `%%` off the end; doubled, as much as possible. */
function trimmed(value: string, operator: string, pattern: string): string {
  const isLong = operator.length === 2;
  if (operator.startsWith('#')) return value.slice(globPrefix(pattern, value, isLong).length);
  const ends = Array.from({ length: value.length + 1 }, (_, i) => (isLong ? i : value.length - i));
  const cut = ends.find((i) => matchesGlob(pattern, value.slice(i)));
  return cut === undefined ? value : value.slice(0, cut);
}

/** Splits what is not quoted at white space. */
function splitFields(pieces: readonly Piece[]): Piece[][] {
  const fields: Piece[][] = [];
  let field: Piece[] | undefined;
  for (const piece of pieces) {
    if (piece.begins === true && field !== undefined) {
      fields.push(field);
      field = undefined;
    }
    if (piece.quoted) {
      (field ??= []).push(piece);
      continue;
    }
    const [head = '', ...rest] = piece.text.split(/[ \t\n]+/);
    if (head !== '') (field ??= []).push({ text: head, quoted: false });
    for (const text of rest) {
      if (field !== undefined) fields.push(field);
      field = text === '' ? undefined : [{ text, quoted: false }];
    }
  }
  if (field !== undefined) fields.push(field);
  return fields;
}

function globbed(field: readonly Piece[], { files, session }: Expansion): string[] {
  const text = field.map((piece) => piece.text).join('');
  if (!field.some((piece) => !piece.quoted && /[*?[]/.test(piece.text))) return [text];
  const pattern = field.map((piece) => (piece.quoted ? escapeGlob(piece.text) : piece.text)).join('');
  const found = expandGlob(files, pattern, session.cwd);
  return found.length === 0 ? [text] : found;
}

function escapeGlob(text: string): string {
  return text.replace(/[*?[\]\\]/g, '\\$&');
}

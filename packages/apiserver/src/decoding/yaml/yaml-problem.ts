import type { LineCounter, YAMLParseError } from 'yaml';

/** Who of the real reader finds a problem decides which line it names. */
interface Problem {
  readonly text: string;
  readonly by: 'scanner' | 'parser';
  /** Place in the text; that of our own parser's error if there is none. */
  readonly at?: number;
  /** The end of the text counts as a line of its own: always for the parser, for the scanner after a key. */
  readonly endIsLine?: boolean;
}

/** Characters that no YAML has. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFFE\uFFFF]/;

/** What makes a text no YAML before anyone looks at its structure. */
export function unreadableText(text: string): string | undefined {
  return CONTROL.test(text) ? 'control characters are not allowed' : undefined;
}

/**
 * A problem in the words of Kubernetes' YAML reader. Its parser and ours agree on what is wrong, not always on what
 * to call it or where: the mistakes that people make are told apart, the rest is called the most usual one.
 */
export function yamlProblem(error: YAMLParseError, text: string, lines: LineCounter): string {
  const problem = problemOf(error, text);
  const at = problem.at ?? error.pos[0];
  const { by, endIsLine = by === 'parser' } = problem;
  const line = at >= text.length ? linesBeforeEnd(text, endIsLine) : lines.linePos(at).line - 1;
  if (line === 0) return problem.text;
  return `line ${by === 'scanner' ? line + 1 : line}: ${problem.text}`;
}

function linesBeforeEnd(text: string, endIsLine: boolean): number {
  const ends = text.split('\n').length - 1;
  return endIsLine && !text.endsWith('\n') ? ends + 1 : ends;
}

function problemOf({ code, message, pos }: YAMLParseError, text: string): Problem {
  switch (code) {
    case 'BLOCK_AS_IMPLICIT_KEY':
      return implicitKey(text, pos[0]);
    case 'TAB_AS_INDENT':
      return { text: tabProblem(text, pos[0]), by: 'scanner' };
    case 'BAD_SCALAR_START':
      return { text: 'found character that cannot start any token', by: 'scanner' };
    case 'BAD_DQ_ESCAPE':
      return { text: escapeProblem(message), by: 'scanner' };
    case 'RESOURCE_EXHAUSTION':
      return { text: 'exceeded max depth of 10000', by: 'parser', at: 0 };
    case 'BAD_DIRECTIVE':
      return { text: 'found unknown directive name', by: 'scanner' };
    case 'MISSING_CHAR':
      return missingCharacter(message, text, pos[0]);
    case 'BAD_INDENT':
      return badIndent(message, text, pos[0]);
    case 'UNEXPECTED_TOKEN':
      return unexpectedToken(message, text, pos[0]);
    default:
      return { text: 'did not find expected key', by: 'parser' };
  }
}

/** The scanner stumbles over the second colon, on whatever line it is. */
function implicitKey(text: string, at: number): Problem {
  if (/^\?\s/.test(text.slice(at)))
    return { text: 'mapping keys are not allowed in this context', by: 'scanner', at };
  const colon = text.slice(at).search(/:(?:\s|$)/);
  return {
    text: 'mapping values are not allowed in this context',
    by: 'scanner',
    at: at + Math.max(colon, 0),
  };
}

/** After a value the tab could be part of it; after a colon or a dash nothing can begin with one. */
function tabProblem(text: string, at: number): string {
  const before = text.slice(0, at).trimEnd();
  return before === '' || /[:-]$/.test(before)
    ? 'found character that cannot start any token'
    : 'found a tab character that violates indentation';
}

function escapeProblem(message: string): string {
  return /\\[xuU]/.test(message)
    ? 'did not find expected hexdecimal number'
    : 'found unknown escape character';
}

function missingCharacter(message: string, text: string, at: number): Problem {
  if (message.includes('quote'))
    return { text: 'found unexpected end of stream', by: 'scanner', at: text.length };
  if (message.includes('flow')) return { text: "did not find expected ',' or '}'", by: 'parser' };
  // What was to be a key is known for none only when its line is over.
  const end = text.indexOf('\n', at);
  const next = end < 0 ? text.length : end + 1;
  return { text: "could not find expected ':'", by: 'scanner', at: next, endIsLine: true };
}

function badIndent(message: string, text: string, at: number): Problem {
  const [, bracket] = /end with a ([\]}])/.exec(message) ?? [];
  if (bracket === undefined) return { text: 'did not find expected key', by: 'parser' };
  if (/^\s*[\]}]/.test(text.slice(at)) && /[[{,]\s*$/.test(text.slice(0, at)))
    return { text: 'did not find expected node content', by: 'parser' };
  return { text: `did not find expected ',' or '${bracket}'`, by: 'parser' };
}

function unexpectedToken(message: string, text: string, at: number): Problem {
  if (message.includes('block-seq-ind'))
    return { text: 'block sequence entries are not allowed in this context', by: 'scanner' };
  if (message.includes('Block scalar header'))
    return { text: 'did not find expected comment or line break', by: 'scanner' };
  if (message.includes(', in flow')) return { text: 'did not find expected node content', by: 'parser' };
  const isAtLineStart = at === 0 || text[at - 1] === '\n';
  const isInList = isAtLineStart && /^\s*-(?:\s|$)/m.test(text) && text.trimStart().startsWith('-');
  return {
    text: isInList ? "did not find expected '-' indicator" : 'did not find expected key',
    by: 'parser',
  };
}

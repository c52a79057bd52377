export type PathStep =
  | { readonly kind: 'root' }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'all' }
  | { readonly kind: 'descend' }
  | { readonly kind: 'slice'; readonly from: number; readonly to: number | undefined; readonly step: number }
  | { readonly kind: 'union'; readonly parts: readonly (readonly PathStep[])[] }
  | ({ readonly kind: 'filter' } & PathFilter)
  | { readonly kind: 'literal'; readonly value: string | number | boolean };

export interface PathFilter {
  readonly left: readonly PathStep[];
  readonly operator: 'exists' | '==' | '!=' | '<' | '<=' | '>' | '>=';
  readonly right: readonly PathStep[];
}

/** Filters inside filters: no path needs more. */
const MAX_DEPTH = 10;

/** Reads kubectl's JSONPath, without braces. Throws an Error that says what is wrong. */
export function parseJsonPath(text: string, depth = 0): readonly PathStep[] {
  if (depth > MAX_DEPTH) throw new Error('filters nest too deeply');
  const steps: PathStep[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const { length, found } = readStep(rest, depth);
    steps.push(...found);
    at += length;
  }
  return steps;
}

interface Read {
  readonly length: number;
  readonly found: readonly PathStep[];
}

const NAME = /^(?:\\.|[^\\\s.[\]@$?!=<>|,:(){}"'])+/;

function readStep(rest: string, depth: number): Read {
  if (/^\s/.test(rest)) return { length: 1, found: [] };
  if (rest.startsWith('$')) return { length: 1, found: [{ kind: 'root' }] };
  if (rest.startsWith('@')) return { length: 1, found: [] };
  if (rest.startsWith('..')) {
    if (rest.startsWith('..', 2)) throw new Error('invalid multiple recursive descent');
    const dots = rest[2] === '[' || rest[2] === undefined ? 2 : 1;
    return { length: dots, found: [{ kind: 'descend' }] };
  }
  if (rest.startsWith('.')) return readField(rest);
  if (rest.startsWith('[')) return readBrackets(rest, depth);
  return readLiteral(rest);
}

function readField(rest: string): Read {
  if (rest.startsWith('.*')) return { length: 2, found: [{ kind: 'all' }] };
  const [name = ''] = NAME.exec(rest.slice(1)) ?? [];
  if (name === '') return { length: 1, found: [] };
  return { length: 1 + name.length, found: [{ kind: 'field', name: name.replaceAll(/\\(.)/g, '$1') }] };
}

function readLiteral(rest: string): Read {
  const [number] = /^[+-]?\d+(?:\.\d+)?/.exec(rest) ?? [];
  if (number !== undefined) return literal(number.length, Number(number));
  const [word] = /^(?:true|false)\b/.exec(rest) ?? [];
  if (word !== undefined) return literal(word.length, word === 'true');
  const [, double, single] = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')/.exec(rest) ?? [];
  const quoted = double ?? single;
  if (quoted === undefined) throw new Error(`unrecognized character in action: ${JSON.stringify(rest[0])}`);
  return literal(quoted.length + 2, quoted.replaceAll(/\\(.)/g, '$1'));
}

function literal(length: number, value: string | number | boolean): Read {
  return { length, found: [{ kind: 'literal', value }] };
}

function readBrackets(rest: string, depth: number): Read {
  const end = closing(rest);
  const inside = rest.slice(1, end).trim();
  const length = end + 1;
  if (inside === '*') return { length, found: [{ kind: 'all' }] };
  const [, filter] = /^\?\((.*)\)$/s.exec(inside) ?? [];
  if (filter !== undefined) return { length, found: [{ kind: 'filter', ...readFilter(filter, depth) }] };
  const names = splitNames(inside);
  if (names !== undefined) {
    const parts = names.map((name): PathStep[] => [{ kind: 'field', name }]);
    return { length, found: parts.length === 1 ? (parts[0] ?? []) : [{ kind: 'union', parts }] };
  }
  const parts = inside.split(',').map((part) => [readSlice(part.trim())]);
  return { length, found: parts.length === 1 ? (parts[0] ?? []) : [{ kind: 'union', parts }] };
}

/** Where the bracket closes, which may not be in quotes. */
function closing(rest: string): number {
  let quote = '';
  let open = 0;
  for (let index = 0; index < rest.length; index++) {
    const character = rest[index] ?? '';
    if (quote !== '') {
      if (character === quote && rest[index - 1] !== '\\') quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '[') open++;
    else if (character === ']' && --open === 0) return index;
  }
  throw new Error(rest.startsWith('[?(') ? 'unterminated filter' : 'unterminated array');
}

function splitNames(inside: string): string[] | undefined {
  const QUOTED = /^\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*(?:,|$)/;
  const names: string[] = [];
  let rest = inside;
  while (rest !== '') {
    const [all, single, double] = QUOTED.exec(rest) ?? [];
    if (all === undefined) return undefined;
    names.push((single ?? double ?? '').replaceAll(/\\(.)/g, '$1'));
    rest = rest.slice(all.length);
  }
  return names.length === 0 ? undefined : names;
}

function readSlice(text: string): PathStep {
  const [, from, colon, to, step] = /^(-?\d{1,9})?(:)?(-?\d{1,9})?(?::(-?\d{1,9})?)?$/.exec(text) ?? [];
  if (text === '' || (from === undefined && colon === undefined))
    throw new Error(`invalid array index [${text}]`);
  const start = Number(from ?? 0);
  const end = colon === undefined ? start + 1 : to === undefined ? undefined : Number(to);
  return { kind: 'slice', from: start, to: end, step: Number(step ?? 1) };
}

function readFilter(text: string, depth: number): PathFilter {
  const [, left, operator, right] = /^([^!<>=]+)([!<>=]+)(.+)$/s.exec(text) ?? [];
  if (left === undefined || right === undefined)
    return { left: parseJsonPath(text, depth + 1), operator: 'exists', right: [] };
  if (!isOperator(operator)) throw new Error(`unrecognized filter operator ${operator}`);
  return { left: parseJsonPath(left, depth + 1), operator, right: parseJsonPath(right, depth + 1) };
}

const OPERATORS: ReadonlySet<string | undefined> = new Set(['==', '!=', '<', '<=', '>', '>=']);

function isOperator(text: string | undefined): text is Exclude<PathFilter['operator'], 'exists'> {
  return OPERATORS.has(text);
}

import { ShellSyntaxError } from './script.ts';

const TOKEN = /\s*(\d+|[A-Za-z_]\w*|<=|>=|==|!=|&&|\|\||[-+*/%()<>!?:])/y;
/** From the weakest to the strongest. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

/** What `$((…))` stands for. Names are variables; what is no number counts as 0. */
export function evaluateArithmetic(text: string, valueOf: (name: string) => string): number {
  const tokens = tokensOf(text);
  let at = 0;
  const take = (...wanted: string[]): string | undefined => {
    const token = tokens[at];
    if (token === undefined || !wanted.includes(token)) return undefined;
    at += 1;
    return token;
  };
  const fail = (): never => {
    throw new ShellSyntaxError('arithmetic syntax error');
  };
  const choice = (): number => {
    const condition = level(0);
    if (take('?') === undefined) return condition;
    const yes = choice();
    if (take(':') === undefined) fail();
    const no = choice();
    return condition === 0 ? no : yes;
  };
  const level = (index: number): number => {
    const operators = LEVELS[index];
    if (operators === undefined) return unary();
    let left = level(index + 1);
    for (let operator = take(...operators); operator !== undefined; operator = take(...operators))
      left = combine(left, operator, level(index + 1));
    return left;
  };
  const unary = (): number => {
    const operator = take('-', '+', '!');
    if (operator !== undefined)
      return operator === '-' ? -unary() : operator === '+' ? unary() : Number(unary() === 0);
    if (take('(') !== undefined) {
      const inner = choice();
      return take(')') === undefined ? fail() : inner;
    }
    const token = tokens[at] ?? fail();
    at += 1;
    if (/^\d/.test(token)) return Number(token);
    return /^\w/.test(token) ? Math.trunc(Number(valueOf(token)) || 0) : fail();
  };
  if (tokens.length === 0) return 0;
  const value = choice();
  return at < tokens.length ? fail() : value;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const trimmed = text.trimEnd();
  while (TOKEN.lastIndex < trimmed.length) {
    const found = TOKEN.exec(trimmed);
    if (found === null) throw new ShellSyntaxError('arithmetic syntax error');
    tokens.push(found[1] ?? '');
  }
  return tokens;
}

function combine(left: number, operator: string, right: number): number {
  switch (operator) {
    case '||':
      return Number(left !== 0 || right !== 0);
    case '&&':
      return Number(left !== 0 && right !== 0);
    case '==':
      return Number(left === right);
    case '!=':
      return Number(left !== right);
    case '<':
      return Number(left < right);
    case '<=':
      return Number(left <= right);
    case '>':
      return Number(left > right);
    case '>=':
      return Number(left >= right);
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    default:
      if (right === 0) throw new ShellSyntaxError('divide by zero');
      return operator === '/' ? Math.trunc(left / right) : left % right;
  }
}

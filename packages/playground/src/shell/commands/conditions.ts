import { complain, pathOf, type CommandContext, type ShellCommand } from '../shell-command.ts';

/** `test`, and `[` with its `]`. */
export const test: ShellCommand = async (args, context) => {
  const isBracket = context.name === '[' || context.name === '[[';
  const end = context.name === '[[' ? ']]' : ']';
  if (isBracket && args.at(-1) !== end) return complain(context, `missing ${end}`, 2);
  const expression = isBracket ? args.slice(0, -1) : args;
  try {
    return judge(expression, context) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof TestError)) throw error;
    return complain(context, error.message, 2);
  }
};

class TestError extends Error {
  override readonly name = 'TestError';
}

function judge(args: readonly string[], context: CommandContext): boolean {
  for (const [operator, combine] of [
    ['-o', (a: boolean, b: () => boolean) => a || b()],
    ['||', (a: boolean, b: () => boolean) => a || b()],
    ['-a', (a: boolean, b: () => boolean) => a && b()],
    ['&&', (a: boolean, b: () => boolean) => a && b()],
  ] as const) {
    const at = args.indexOf(operator, 1);
    if (at > 0 && at < args.length - 1 && args.length > 3)
      return combine(judge(args.slice(0, at), context), () => judge(args.slice(at + 1), context));
  }
  const [first = '', second = '', third = ''] = args;
  if (args.length === 0) return false;
  if (args.length === 1) return first !== '';
  if (first === '!') return !judge(args.slice(1), context);
  if (args.length === 2) return unary(first, second, context);
  if (args.length === 3) return binary(first, second, third);
  throw new TestError('too many arguments');
}

function unary(operator: string, value: string, context: CommandContext): boolean {
  const { files } = context.process.world;
  const kind = () => files.kindOf(pathOf(context, value));
  switch (operator) {
    case '-n':
      return value !== '';
    case '-z':
      return value === '';
    case '-e':
    case '-r':
    case '-w':
    case '-x':
      return kind() !== undefined;
    case '-f':
      return kind() === 'file';
    case '-d':
      return kind() === 'directory';
    case '-s':
      return kind() === 'file' && files.read(pathOf(context, value)).length > 0;
    case '-L':
    case '-h':
    case '-S':
    case '-p':
    case '-t':
      return false;
    default:
      throw new TestError(`${operator}: unknown operand`);
  }
}

function binary(left: string, operator: string, right: string): boolean {
  switch (operator) {
    case '=':
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '>':
      return left > right;
    case '-eq':
      return number(left) === number(right);
    case '-ne':
      return number(left) !== number(right);
    case '-lt':
      return number(left) < number(right);
    case '-le':
      return number(left) <= number(right);
    case '-gt':
      return number(left) > number(right);
    case '-ge':
      return number(left) >= number(right);
    default:
      throw new TestError(`${operator}: unknown operand`);
  }
}

function number(text: string): number {
  if (!/^\s*[-+]?\d+\s*$/.test(text)) throw new TestError(`${text}: bad number`);
  return Number(text);
}

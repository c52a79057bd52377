import { FileError } from '../file-tree.ts';
import { escapePattern, safePattern } from '../safe-pattern.ts';
import {
  complain,
  parseOptions,
  pathOf,
  print,
  type CommandContext,
  type ShellCommand,
} from '../shell-command.ts';

/** The input's lines one by one, each with its newline: of files, or of stdin if there are none. */
async function* linesOf(operands: readonly string[], context: CommandContext): AsyncGenerator<string> {
  const { process, stdin } = context;
  for (const operand of operands.length === 0 ? ['-'] : operands) {
    if (operand !== '-') {
      const text = process.world.files.read(pathOf(context, operand)).toString();
      yield* text.match(/[^\n]*\n|[^\n]+/g) ?? [];
      continue;
    }
    for (
      let line = await process.until(stdin.readLine());
      line !== undefined;
      line = await process.until(stdin.readLine())
    ) {
      await process.step();
      yield line.toString();
    }
  }
}

/** With the words for a file that is not there. */
function filter(
  withValue: string,
  run: (options: ReturnType<typeof parseOptions>, context: CommandContext) => Promise<number>,
): ShellCommand {
  return async (args, context) => {
    const options = parseOptions(args, withValue);
    try {
      return await run(options, context);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return complain(context, `${options.operands.at(-1) ?? ''}: ${error.problem}`);
    }
  };
}

function lineCount(flags: ReadonlyMap<string, string>): number {
  const short = [...flags.keys()].filter((flag) => /\d/.test(flag)).join('');
  return Math.abs(Number(flags.get('n') ?? (short || '10')) || 0);
}

export const head = filter('nc', async ({ flags, operands }, context) => {
  const bytes = flags.get('c');
  let left = bytes === undefined ? lineCount(flags) : Number(bytes);
  if (left === 0) return 0;
  for await (const line of linesOf(operands, context)) {
    await print(context, bytes === undefined ? line : line.slice(0, left));
    left -= bytes === undefined ? 1 : line.length;
    if (left <= 0) break;
  }
  return 0;
});

export const tail = filter('nc', async ({ flags, operands }, context) => {
  // What follows a file that nobody writes waits for ever, as people use it to keep a container running.
  const follows = flags.has('f') || flags.has('F');
  const isDevice = operands.every((operand) => operand === '/dev/null');
  const count = lineCount(flags);
  const lines: string[] = [];
  if (!isDevice || operands.length === 0) {
    for await (const line of linesOf(operands, context)) {
      lines.push(line);
      if (lines.length > count) lines.shift();
    }
  }
  await print(context, lines.join(''));
  if (follows) await followFile(operands[0] ?? '', context);
  return 0;
});

const FOLLOW_MS = 1000;

async function followFile(operand: string, context: CommandContext): Promise<number> {
  const { process } = context;
  const path = pathOf(context, operand);
  if (operand === '' || operand === '/dev/null') await process.sleep(Infinity);
  let seen = process.world.files.read(path).length;
  for (;;) {
    await process.sleep(FOLLOW_MS);
    const data = process.world.files.read(path);
    if (data.length > seen) await context.stdout.write(data.subarray(seen));
    seen = data.length;
  }
}

export const wc = filter('', async ({ flags, operands }, context) => {
  const [counts, all] = [{ l: 0, w: 0, c: 0 }, !['l', 'w', 'c'].some((flag) => flags.has(flag))];
  for await (const line of linesOf(operands, context)) {
    if (line.endsWith('\n')) counts.l += 1;
    counts.w += line.split(/\s+/).filter((word) => word !== '').length;
    counts.c += Buffer.byteLength(line);
  }
  const shown = (['l', 'w', 'c'] as const)
    .filter((flag) => all || flags.has(flag))
    .map((flag) => counts[flag]);
  const text =
    shown.length === 1 ? String(shown[0]) : shown.map((count) => String(count).padStart(9)).join(' ');
  await print(context, `${[text, ...operands].join(' ')}\n`);
  return 0;
});

export const grep = filter('em', async ({ flags, operands }, context) => {
  const [pattern = '', ...files] = flags.has('e') ? [flags.get('e') ?? '', ...operands] : operands;
  const isExtended = flags.has('E') || context.name === 'egrep';
  const source = flags.has('F') ? escapePattern(pattern) : extended(pattern, isExtended);
  const whole = flags.has('w') ? `\\b(?:${source})\\b` : source;
  const expression = safePattern(whole, { ignoresCase: flags.has('i') });
  if (expression === undefined) return complain(context, `bad regex '${pattern}'`, 2);
  let found = 0;
  for await (const line of linesOf(files, context)) {
    const text = line.replace(/\n$/, '');
    if (expression.test(text) === flags.has('v')) continue;
    found += 1;
    if (flags.has('q')) return 0;
    const shown = flags.has('o') ? (expression.find(text) ?? '') : text;
    if (!flags.has('c')) await print(context, `${shown}\n`);
    if (found === Number(flags.get('m') ?? Infinity)) break;
  }
  if (flags.has('c')) await print(context, `${found}\n`);
  return found > 0 ? 0 : 1;
});

/** In basic expressions `+ ? | ( ) { }` are plain unless escaped: the other way round. */
function extended(pattern: string, isExtended: boolean): string {
  if (isExtended) return pattern;
  return pattern.replace(
    /\\([+?|(){}])|([+?|(){}])/g,
    (_, escaped?: string, plain?: string) => escaped ?? `\\${plain}`,
  );
}

/** All of it is in memory at once. */
const MAX_SORTED_LENGTH = 1024 * 1024;

export const sort = filter('k', async ({ flags, operands }, context) => {
  const lines: string[] = [];
  let size = 0;
  for await (const line of linesOf(operands, context)) {
    size += line.length;
    if (size > MAX_SORTED_LENGTH) throw new FileError('No space left on device');
    lines.push(line.replace(/\n$/, ''));
  }
  const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const byNumber = (a: string, b: string) => (Number.parseFloat(a) || 0) - (Number.parseFloat(b) || 0);
  lines.sort(flags.has('n') ? byNumber : byText);
  if (flags.has('r')) lines.reverse();
  const kept = flags.has('u') ? [...new Set(lines)] : lines;
  await print(context, kept.map((line) => `${line}\n`).join(''));
  return 0;
});

export const tr: ShellCommand = async (args, context) => {
  const { flags, operands } = parseOptions(args);
  const [from = '', to = ''] = operands.map(characters);
  for await (const line of linesOf([], context)) {
    const changed = Array.from(line).map((each) => {
      const at = from.indexOf(each);
      if (at < 0) return each;
      return flags.has('d') ? '' : (to[Math.min(at, to.length - 1)] ?? each);
    });
    await print(context, changed.join(''));
  }
  return 0;
};

const CLASSES: Readonly<Record<string, string>> = {
  lower: 'a-z',
  upper: 'A-Z',
  digit: '0-9',
  space: ' \\t\\n',
};

function characters(set: string): string {
  return set
    .replace(/\[:(\w+):\]/g, (all, name: string) => CLASSES[name] ?? all)
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, '\t')
    .replace(/(.)-(.)/gs, (_, first: string, last: string) => {
      const [start, end] = [first.charCodeAt(0), last.charCodeAt(0)];
      return String.fromCharCode(
        ...Array.from({ length: Math.max(0, end - start + 1) }, (__, i) => start + i),
      );
    });
}

export const cut = filter('dfc', async ({ flags, operands }, context) => {
  const delimiter = flags.get('d') ?? '\t';
  const wanted = (flags.get('f') ?? flags.get('c') ?? '1').split(',').map((range) => {
    const [start = '', end = start] = range.split('-');
    return [Number(start) || 1, end === '' ? Infinity : Number(end)] as const;
  });
  const isWanted = (i: number) => wanted.some(([start, end]) => i + 1 >= start && i + 1 <= end);
  for await (const line of linesOf(operands, context)) {
    const text = line.replace(/\n$/, '');
    const parts = flags.has('c') ? Array.from(text) : text.split(delimiter);
    const kept = parts.length === 1 && !flags.has('c') ? parts : parts.filter((_, i) => isWanted(i));
    await print(context, `${kept.join(flags.has('c') ? '' : delimiter)}\n`);
  }
  return 0;
});

export const tee: ShellCommand = async (args, context) => {
  const { flags, operands } = parseOptions(args);
  const { files } = context.process.world;
  const paths = operands.map((operand) => pathOf(context, operand));
  const append = (path: string, data: Buffer) =>
    files.write(path, files.kindOf(path) === undefined ? data : Buffer.concat([files.read(path), data]));
  if (!flags.has('a')) for (const path of paths) files.write(path, Buffer.alloc(0));
  for await (const line of linesOf([], context)) {
    for (const path of paths) append(path, Buffer.from(line));
    await print(context, line);
  }
  return 0;
};

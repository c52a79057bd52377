import type { ShellProcess, ShellStreams } from './shell-process.ts';
import type { ShellSession } from './shell-session.ts';
import { absolutePath } from './virtual-files.ts';

/** What a command gets when it is run. */
export interface CommandContext extends ShellStreams {
  readonly process: ShellProcess;
  readonly session: ShellSession;
  /** By which it was called. */
  readonly name: string;
  /** Runs another command, in this session unless another is given. */
  runWords(words: readonly string[], changes?: ContextChanges): Promise<number>;
  /** Whether there is a command of this name. */
  knows(name: string): boolean;
  /** Runs a script's text. */
  runText(text: string, changes?: ContextChanges): Promise<number>;
}

type ContextChanges = Partial<Pick<CommandContext, 'stdin' | 'stdout' | 'stderr' | 'process' | 'session'>>;

/** Runs with its arguments, and returns its exit code. */
export type ShellCommand = (args: readonly string[], context: CommandContext) => Promise<number> | number;

export async function print({ stdout }: Pick<CommandContext, 'stdout'>, text: string): Promise<void> {
  await stdout.write(Buffer.from(text));
}

/** Says on stderr what went wrong, and returns the code for it. */
export async function complain(
  { stderr, name }: Pick<CommandContext, 'stderr' | 'name'>,
  words: string,
  code = 1,
): Promise<number> {
  await stderr.write(Buffer.from(`${name}: ${words}\n`));
  return code;
}

export function pathOf({ session }: Pick<CommandContext, 'session'>, path: string): string {
  return absolutePath(path, session.cwd);
}

/** Options of one letter before the first operand: `-n 5`, `-n5`, `-lc`. `--` ends them. */
export function parseOptions(
  args: readonly string[],
  withValue = '',
): { readonly flags: ReadonlyMap<string, string>; readonly operands: readonly string[] } {
  const flags = new Map<string, string>();
  let i = 0;
  for (; i < args.length; i += 1) {
    const arg = args[i] ?? '';
    if (arg === '--') return { flags, operands: args.slice(i + 1) };
    if (!/^-[A-Za-z0-9]/.test(arg)) break;
    for (let at = 1; at < arg.length; at += 1) {
      const flag = arg[at] ?? '';
      if (!withValue.includes(flag)) {
        flags.set(flag, '');
        continue;
      }
      const rest = arg.slice(at + 1);
      if (rest === '') i += 1;
      flags.set(flag, rest === '' ? (args[i] ?? '') : rest);
      break;
    }
  }
  return { flags, operands: args.slice(i) };
}

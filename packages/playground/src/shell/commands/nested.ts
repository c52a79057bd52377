import { LeaveFunction, LeaveShell } from '../shell-built-ins.ts';
import {
  complain,
  parseOptions,
  pathOf,
  print,
  type CommandContext,
  type ShellCommand,
} from '../shell-command.ts';
import { ShellSyntaxError } from '../script.ts';
import { ProgramKilled } from '../shell-process.ts';
import { ShellSession } from '../shell-session.ts';

/** `sh -c script`, `sh file`, or what comes on stdin, line by line. */
export const sh: ShellCommand = async (args, context) => {
  const { flags, operands } = parseOptions(args.filter((arg) => !/^--|^[-+]o$|^pipefail$/.test(arg)));
  const [first, ...rest] = operands;
  const isText = flags.has('c');
  const name = isText ? (rest[0] ?? context.name) : (first ?? context.name);
  const session = ShellSession.start({
    env: context.session.environment(),
    cwd: context.session.cwd,
    name: name.replace(/^\/.*\//, ''),
    args: isText ? rest.slice(1) : rest,
  });
  for (const flag of flags.keys()) if ('eux'.includes(flag)) session.options.add(flag);
  if (isText) return runWhole(first ?? '', session, context);
  if (first === undefined) return interact(session, context, flags.has('i'));
  return runWhole(context.process.world.files.read(pathOf(context, first)).toString(), session, context);
};

async function runWhole(text: string, session: ShellSession, context: CommandContext): Promise<number> {
  try {
    return await context.runText(text, { session });
  } catch (error) {
    if (error instanceof LeaveShell) return error.code;
    if (error instanceof ShellSyntaxError)
      return await complain({ ...context, name: session.name }, error.message, 2);
    throw error;
  } finally {
    const last = context.process.traps.get('EXIT');
    if (last?.session === session && !context.process.isKilled) await context.runText(last.text, { session });
  }
}

async function interact(session: ShellSession, context: CommandContext, isAsked: boolean): Promise<number> {
  const { process, stdin, stdout } = context;
  const { interrupts, isTerminal } = process.world;
  const prompts = isAsked || isTerminal === true;
  if (interrupts !== undefined) interrupts.isShell = true;
  let text = '';
  for (;;) {
    if (prompts) await print({ stdout }, text === '' ? `${session.cwd} # ` : '> ');
    const line = await process.until(stdin.readLine());
    if (line === undefined) break;
    text += line.toString();
    try {
      await runInterruptibly(text, session, context);
    } catch (error) {
      if (error instanceof LeaveShell) return error.code;
      if (!(error instanceof ShellSyntaxError)) throw error;
      // A command that goes on in the next line.
      if (error.message.endsWith('end of file')) continue;
      session.status = await complain({ ...context, name: session.name }, error.message, 2);
    }
    text = '';
  }
  if (text === '') return session.status;
  return complain({ ...context, name: session.name }, 'syntax error: unexpected end of file', 2);
}

const INTERRUPTED = 130;

/** A command that someone at a terminal may end without ending the shell. */
async function runInterruptibly(text: string, session: ShellSession, context: CommandContext): Promise<void> {
  const { interrupts } = context.process.world;
  if (interrupts === undefined) {
    await context.runText(text, { session });
    return;
  }
  const process = context.process.child();
  interrupts.act = () => process.kill();
  try {
    await context.runText(text, { session, process });
  } catch (error) {
    if (!(error instanceof ProgramKilled) || context.process.isKilled) throw error;
    session.status = INTERRUPTED;
  } finally {
    interrupts.act = undefined;
  }
}

export const evaluate: ShellCommand = (args, context) => context.runText(args.join(' '));

export const source: ShellCommand = async ([file = ''], context) => {
  const text = context.process.world.files.read(pathOf(context, file)).toString();
  try {
    return await context.runText(text);
  } catch (error) {
    if (error instanceof LeaveFunction) return error.code;
    throw error;
  }
};

/** Takes the shell's place: nothing comes after it. */
export const exec: ShellCommand = async (words, context) => {
  if (words.length === 0) return 0;
  throw new LeaveShell(await context.runWords(words));
};

/** Another command after options of their own, which change nothing here. */
export const prefix: ShellCommand = (args, context) => context.runWords(parseOptions(args, 'n').operands);

/** `command -v name` tells whether it is there. */
export const command: ShellCommand = (args, context) =>
  args[0] === '-v' ? which(args.slice(1), context) : prefix(args, context);

const TIMED_OUT = 143;

/** `timeout 5 command …` */
export const timeout: ShellCommand = async (args, context) => {
  const [length = '0', ...words] = parseOptions(args, 'ks').operands;
  const process = context.process.child();
  const cancel = process.world.clock.after(Number.parseFloat(length) * 1000, () => process.kill());
  try {
    return await context.runWords(words, { process, session: context.session.copy() });
  } catch (error) {
    if (error instanceof ProgramKilled && !context.process.isKilled) return TIMED_OUT;
    throw error;
  } finally {
    cancel();
    process.kill();
  }
};

export const xargs: ShellCommand = async (args, context) => {
  const { flags, operands } = parseOptions(args, 'nI');
  const input = (await context.process.until(context.stdin.readAll())).toString();
  const placeholder = flags.get('I');
  const items = input.split(placeholder === undefined ? /\s+/ : '\n').filter((item) => item !== '');
  const words = operands.length === 0 ? ['echo'] : operands;
  if (placeholder !== undefined) {
    for (const item of items) await context.runWords(words.map((word) => word.replaceAll(placeholder, item)));
    return 0;
  }
  const size = Number(flags.get('n') ?? items.length) || 1;
  let code = 0;
  for (let at = 0; at < items.length; at += size)
    code = (await context.runWords([...words, ...items.slice(at, at + size)])) === 0 ? code : 123;
  return code;
};

export const which: ShellCommand = async (names, context) => {
  let code = 0;
  for (const name of names.filter((each) => !each.startsWith('-'))) {
    if (context.knows(name)) await print(context, `/bin/${name}\n`);
    else code = 1;
  }
  return code;
};

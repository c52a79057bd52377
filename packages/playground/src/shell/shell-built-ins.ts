import { complain, pathOf, print, type ShellCommand } from './shell-command.ts';
import type { ShellSession } from './shell-session.ts';

/** Thrown by `exit`. */
export class LeaveShell extends Error {
  override readonly name = 'LeaveShell';
  readonly code: number;

  constructor(code: number) {
    super('exit');
    this.code = code;
  }
}

/** Thrown by `return`. */
export class LeaveFunction extends LeaveShell {}

/** Thrown by `break` and `continue`. */
export class LeaveLoop extends Error {
  override readonly name = 'LeaveLoop';
  readonly levels: number;
  readonly goesOn: boolean;

  constructor(levels: number, goesOn: boolean) {
    super('break');
    this.levels = levels;
    this.goesOn = goesOn;
  }
}

const cd: ShellCommand = async (args, context) => {
  const { session, process, stdout } = context;
  const home = session.get('HOME') ?? '/root';
  const target = args[0] === '-' ? (session.get('OLDPWD') ?? session.cwd) : (args[0] ?? home);
  const path = pathOf(context, target);
  if (process.world.files.kindOf(path) !== 'directory')
    return complain(
      { ...context, name: session.name },
      `cd: can't cd to ${target}: No such file or directory`,
      2,
    );
  session.variables.set('OLDPWD', session.cwd);
  session.cwd = path;
  session.variables.set('PWD', path);
  if (args[0] === '-') await print({ stdout }, `${path}\n`);
  return 0;
};

const exportVariables: ShellCommand = async (args, context) => {
  const { session } = context;
  const names = args.filter((arg) => arg !== '-p');
  if (names.length === 0)
    for (const name of session.exported)
      await print(context, `export ${name}='${session.get(name) ?? ''}'\n`);
  for (const arg of names) {
    const [name = '', ...value] = arg.split('=');
    session.exported.add(name);
    if (arg.includes('=')) session.variables.set(name, value.join('='));
  }
  return 0;
};

const readVariables: ShellCommand = async (args, { session, stdin, process }) => {
  const names = args.filter((arg) => !arg.startsWith('-'));
  const line = await process.until(stdin.readLine());
  const text = (line?.toString() ?? '').replace(/\n$/, '').trim();
  const fields = text === '' ? [] : text.split(/[ \t]+/);
  const wanted = names.length === 0 ? ['REPLY'] : names;
  for (const [i, name] of wanted.entries()) {
    const isLast = i === wanted.length - 1;
    session.variables.set(name, (isLast ? fields.slice(i).join(' ') : fields[i]) ?? '');
  }
  return line === undefined || !line.toString().endsWith('\n') ? 1 : 0;
};

const setOptions: ShellCommand = (args, { session }) => {
  for (const [i, arg] of args.entries()) {
    if (arg === '--' || !/^[-+]/.test(arg)) {
      session.args = args.slice(arg === '--' ? i + 1 : i);
      return 0;
    }
    const letters = arg.slice(1) === 'o' ? '' : arg.slice(1);
    for (const letter of letters) {
      if (arg.startsWith('-')) session.options.add(letter);
      else session.options.delete(letter);
    }
    if (letters === '') return 0;
  }
  return 0;
};

const kill: ShellCommand = async (args, context) => {
  const named = args.find((arg) => arg.startsWith('-'))?.replace(/^-s?(SIG)?/, '') ?? 'TERM';
  const isKill = named === '9' || named === 'KILL';
  for (const target of args.filter((arg) => !arg.startsWith('-'))) {
    if (target !== '1') return complain(context, `can't kill pid ${target}: No such process`);
    if (named !== '0') context.process.world.signalMain?.(isKill ? 'KILL' : 'TERM');
  }
  return 0;
};

const wait: ShellCommand = async (_args, { session, process }) => {
  await process.until(Promise.all(session.background));
  return 0;
};

const trap: ShellCommand = ([text = '', ...signals], { session, process }) => {
  for (const signal of signals) {
    const name = signal.replace(/^SIG/, '').replace(/^15$/, 'TERM').replace(/^0$/, 'EXIT');
    if (text === '-') process.traps.delete(name);
    else process.traps.set(name, { text, session });
  }
  return 0;
};

const shift: ShellCommand = ([count = '1'], { session }) => {
  session.args = session.args.slice(Number(count) || 0);
  return 0;
};

const unset: ShellCommand = (names, { session }) => {
  for (const name of names) {
    session.variables.delete(name);
    session.exported.delete(name);
  }
  return 0;
};

/** Where there is no loop, it changes nothing. */
function leaveLoop({ loops }: ShellSession, levels: string, goesOn: boolean): number {
  if (loops === 0) return 0;
  throw new LeaveLoop(Math.min(loops, Number(levels) || 1), goesOn);
}

/** Commands that change the shell itself. */
export const BUILT_INS: ReadonlyMap<string, ShellCommand> = new Map<string, ShellCommand>([
  [':', () => 0],
  ['cd', cd],
  ['export', exportVariables],
  ['read', readVariables],
  ['set', setOptions],
  ['kill', kill],
  ['wait', wait],
  ['trap', trap],
  ['shift', shift],
  ['unset', unset],
  ['umask', () => 0],
  [
    'exit',
    ([code], { session }) => {
      throw new LeaveShell(code === undefined ? session.status : (Number(code) || 0) & 255);
    },
  ],
  [
    'return',
    ([code], { session }) => {
      throw new LeaveFunction(code === undefined ? session.status : Number(code) & 255);
    },
  ],
  ['break', ([levels = '1'], { session }) => leaveLoop(session, levels, false)],
  ['continue', ([levels = '1'], { session }) => leaveLoop(session, levels, true)],
]);

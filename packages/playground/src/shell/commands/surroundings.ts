import { complain, parseOptions, print, type ShellCommand } from '../shell-command.ts';
import { formatDate } from './format-date.ts';

export const pwd: ShellCommand = async (_args, context) => {
  await print(context, `${context.session.cwd}\n`);
  return 0;
};

export const hostname: ShellCommand = async (args, context) => {
  const name = context.process.world.hostname;
  await print(context, `${args.includes('-s') ? name.split('.')[0] : name}\n`);
  return 0;
};

export const whoami: ShellCommand = async (_args, context) => {
  await print(context, 'root\n');
  return 0;
};

export const id: ShellCommand = async (args, context) => {
  const { flags } = parseOptions(args);
  const isName = flags.has('n');
  const text =
    flags.has('u') || flags.has('g') ? (isName ? 'root' : '0') : 'uid=0(root) gid=0(root) groups=0(root)';
  await print(context, `${text}\n`);
  return 0;
};

export const uname: ShellCommand = async (args, context) => {
  const name = context.process.world.hostname;
  const text = args.includes('-a')
    ? `Linux ${name} playground x86_64 GNU/Linux`
    : args.includes('-m')
      ? 'x86_64'
      : args.includes('-n')
        ? name
        : 'Linux';
  await print(context, `${text}\n`);
  return 0;
};

export const date: ShellCommand = async (args, context) => {
  const format = args.find((arg) => arg.startsWith('+'))?.slice(1);
  const now = new Date(context.process.world.clock.now());
  const isIso = args.some((arg) => /^(-I|--iso-8601)/.test(arg));
  const chosen = format ?? (isIso ? '%Y-%m-%dT%H:%M:%S+00:00' : '%a %b %e %H:%M:%S UTC %Y');
  await print(context, `${formatDate(now, chosen)}\n`);
  return 0;
};

export const printenv: ShellCommand = async (names, context) => {
  const environment = context.session.environment();
  if (names.length === 0) {
    await print(
      context,
      Object.entries(environment)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    return 0;
  }
  let code = 0;
  for (const name of names) {
    if (environment[name] === undefined) code = 1;
    else await print(context, `${environment[name]}\n`);
  }
  return code;
};

/** `env A=b command …`; without a command it prints. */
export const env: ShellCommand = async (args, context) => {
  const session = context.session.copy();
  let at = 0;
  for (; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '-i') session.variables.clear();
    else if (arg === '-u') session.variables.delete(args[(at += 1)] ?? '');
    else if (arg.includes('=')) {
      const [name = '', ...value] = arg.split('=');
      session.variables.set(name, value.join('='));
      session.exported.add(name);
    } else break;
  }
  const words = args.slice(at);
  if (words.length > 0) return context.runWords(words, { session });
  return printenv([], { ...context, session });
};

export const nproc: ShellCommand = async (_args, context) => {
  await print(context, '16\n');
  return 0;
};

const UNITS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

export const sleep: ShellCommand = async (args, context) => {
  let seconds = 0;
  for (const arg of args) {
    const [, number, unit = ''] = /^(\d+(?:\.\d*)?|\.\d+|inf(?:inity)?)([smhd]?)$/.exec(arg) ?? [];
    if (number === undefined) return complain(context, `invalid number '${arg}'`);
    seconds += number.startsWith('inf') ? Infinity : Number(number) * (UNITS[unit] ?? 1);
  }
  if (args.length === 0) return complain(context, 'missing operand');
  await context.process.sleep(seconds * 1000);
  return 0;
};

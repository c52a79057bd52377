import { print, type ShellCommand } from '../shell-command.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
};

/** `\n`, `\t`, `\0ooo`, `\xhh`; `\c` ends everything. */
function unescaped(text: string): { readonly text: string; readonly isCut: boolean } {
  const cut = /(?:^|[^\\])(?:\\\\)*(\\c)/.exec(text);
  const end = cut === null ? text.length : cut.index + cut[0].length - 2;
  const kept = text
    .slice(0, end)
    .replace(/\\(?:0?([0-7]{1,3})|x([\da-fA-F]{1,2})|(.))/gs, (all: string, octal, hex, letter: string) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(String(octal), 8));
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(String(hex), 16));
      return ESCAPES[letter] ?? all;
    });
  return { text: kept, isCut: cut !== null };
}

export const echo: ShellCommand = async (args, context) => {
  const flags = /^-[neE]+$/;
  let [isBare, isEscaped, i] = [false, false, 0];
  for (; flags.test(args[i] ?? ''); i += 1) {
    if (args[i]?.includes('n')) isBare = true;
    if (args[i]?.includes('e')) isEscaped = true;
    if (args[i]?.includes('E')) isEscaped = false;
  }
  const text = args.slice(i).join(' ');
  const { text: shown, isCut } = isEscaped ? unescaped(text) : { text, isCut: false };
  await print(context, isBare || isCut ? shown : `${shown}\n`);
  return 0;
};

const DIRECTIVE = /%(?:%|(?<flags>[-+ 0#]*)(?<width>\d+)?(?:\.(?<precision>\d+))?(?<type>[sdiuxXofgeqbc]))/g;

export const printf: ShellCommand = async ([format = '', ...args], context) => {
  const { text } = unescaped(format);
  const rest = [...args];
  do {
    const before = rest.length;
    await print(context, filled(text, rest));
    // A format that takes nothing would be printed for ever.
    if (rest.length === before) break;
  } while (rest.length > 0);
  return 0;
};

/** A format with its arguments, which are taken off the list. */
function filled(format: string, args: string[]): string {
  let [shown, at] = ['', 0];
  for (const found of format.matchAll(DIRECTIVE)) {
    const { flags = '', width = '0', precision, type } = found.groups ?? {};
    shown += format.slice(at, found.index);
    at = found.index + found[0].length;
    if (type === undefined) {
      shown += '%';
      continue;
    }
    const value = formatted(args.shift() ?? '', type, precision);
    const isZeroed = flags.includes('0') && type !== 's';
    shown += flags.includes('-')
      ? value.padEnd(Number(width))
      : value.padStart(Number(width), isZeroed ? '0' : ' ');
  }
  return shown + format.slice(at);
}

function formatted(value: string, type: string, precision: string | undefined): string {
  const number = Number(value) || 0;
  switch (type) {
    case 's':
    case 'q':
      return precision === undefined ? value : value.slice(0, Number(precision));
    case 'b':
      return unescaped(value).text;
    case 'c':
      return value.slice(0, 1);
    case 'x':
      return Math.trunc(number).toString(16);
    case 'X':
      return Math.trunc(number).toString(16).toUpperCase();
    case 'o':
      return Math.trunc(number).toString(8);
    case 'f':
    case 'g':
    case 'e':
      return number.toFixed(Number(precision ?? 6));
    default:
      return String(Math.trunc(number));
  }
}

export const yes: ShellCommand = async (args, context) => {
  for (;;) {
    await context.process.step();
    await print(context, `${args.length === 0 ? 'y' : args.join(' ')}\n`);
  }
};

export const seq: ShellCommand = async (args, context) => {
  const numbers = args.map(Number);
  const [first = 1, step, last] =
    numbers.length === 1 ? [1, 1, numbers[0]] : numbers.length === 2 ? [numbers[0], 1, numbers[1]] : numbers;
  const by = step === undefined || step === 0 ? 1 : step;
  for (let i = first; by > 0 ? i <= (last ?? 0) : i >= (last ?? 0); i += by) {
    await context.process.step();
    await print(context, `${i}\n`);
  }
  return 0;
};

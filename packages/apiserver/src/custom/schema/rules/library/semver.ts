import type { Environment } from '@marcbachmann/cel-js';
import { quoted } from '../../../../kinds/fields/go-text.ts';
import { IDENTITY } from './lists.ts';
import { addFunctions, chargeFor, evaluationProblem } from './register.ts';

const NUMBER = String.raw`(?:0|[1-9]\d*)`;
const PRE = String.raw`(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)`;
const PATTERN = new RegExp(
  String.raw`^(${NUMBER})\.(${NUMBER})\.(${NUMBER})(?:-(${PRE}(?:\.${PRE})*))?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$`,
);
/** No version needs more, and the pattern is no matter then. */
const MAX_CHARACTERS = 1000;

class Semver {
  readonly numbers: readonly bigint[];
  readonly pre: readonly string[];

  constructor(numbers: readonly bigint[], pre: readonly string[]) {
    this.numbers = numbers;
    this.pre = pre;
  }

  [IDENTITY](): string {
    return `v${this.numbers.join('.')}-${this.pre.join('.')}`;
  }
}

function read(text: string, isLenient = false): Semver | undefined {
  chargeFor(text.length);
  if (text.length > MAX_CHARACTERS) return undefined;
  const [, major, minor, patch, pre] = PATTERN.exec(isLenient ? normal(text) : text) ?? [];
  if (major === undefined || minor === undefined || patch === undefined) return undefined;
  return new Semver([major, minor, patch].map(BigInt), pre === undefined ? [] : pre.split('.'));
}

/** `v1.02` is 1.2.0. */
function normal(text: string): string {
  const [, numbers = '', rest = ''] = /^v?([\d.]*)(.*)$/s.exec(text) ?? [];
  const parts = numbers.split('.').map((part) => part.replace(/^0+(?=\d)/, ''));
  if (rest === '') while (parts.length < 3) parts.push('0');
  return `${parts.join('.')}${rest}`;
}

function parse(text: string, isLenient?: boolean): Semver {
  const version = read(text, isLenient);
  if (version === undefined) throw evaluationProblem(problemOf(isLenient === true ? normal(text) : text));
  return version;
}

/** Why a text is no version, as the real server's library words it. */
function problemOf(text: string): string {
  if (text === '') return 'Version string empty';
  const [major = '', minor = '', ...rest] = text.split('.');
  if (rest.length === 0) return 'No Major.Minor.Patch elements found';
  const patch = /^[^+-]*/.exec(rest.join('.'))?.[0] ?? '';
  for (const [name, number] of Object.entries({ Major: major, Minor: minor, Patch: patch })) {
    if (!/^\d+$/.test(number))
      return `Invalid character(s) found in ${name.toLowerCase()} number ${quoted(number)}`;
    if (/^0\d/.test(number)) return `${name} number must not contain leading zeroes ${quoted(number)}`;
  }
  return 'Invalid character(s) found in prerelease';
}

function compare(a: Semver, b: Semver): number {
  for (const [index, number] of a.numbers.entries()) {
    const other = b.numbers[index] ?? 0n;
    if (number !== other) return number < other ? -1 : 1;
  }
  if (a.pre.length === 0 || b.pre.length === 0) return Math.sign(b.pre.length - a.pre.length);
  for (const [index, part] of a.pre.entries()) {
    const other = b.pre[index];
    if (other === undefined) return 1;
    const order = comparePart(part, other);
    if (order !== 0) return order;
  }
  return a.pre.length < b.pre.length ? -1 : 0;
}

function comparePart(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOtherNumber) return BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0;
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

export function addSemver(environment: Environment): void {
  const type = 'kubernetes.Semver';
  environment.registerType(type, Semver);
  environment.registerOperator(`${type} == ${type}`, (a: Semver, b: Semver) => compare(a, b) === 0);
  const number = (index: number) => (version: Semver) => version.numbers[index] ?? 0n;
  addFunctions(environment, {
    [`semver(string): ${type}`]: (text: string) => parse(text),
    [`semver(string, bool): ${type}`]: parse,
    'isSemver(string): bool': (text: string) => read(text) !== undefined,
    'isSemver(string, bool): bool': (text: string, isLenient: boolean) => read(text, isLenient) !== undefined,
    [`${type}.major(): int`]: number(0),
    [`${type}.minor(): int`]: number(1),
    [`${type}.patch(): int`]: number(2),
    [`${type}.isLessThan(${type}): bool`]: (a: Semver, b: Semver) => compare(a, b) < 0,
    [`${type}.isGreaterThan(${type}): bool`]: (a: Semver, b: Semver) => compare(a, b) > 0,
    [`${type}.compareTo(${type}): int`]: (a: Semver, b: Semver) => BigInt(compare(a, b)),
  });
}

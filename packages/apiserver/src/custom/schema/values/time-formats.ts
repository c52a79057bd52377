import { compileGoPattern } from '../go-pattern.ts';

/** `2026-01-31`. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return false;
  const days = daysIn(Number(year), Number(month));
  return Number(day) >= 1 && Number(day) <= days;
}

function daysIn(year: number, month: number): number {
  if (month < 1 || month > 12) return 0;
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** `2026-01-31T10:00:00Z`; the zone's own bounds are not checked. */
export function isDateTime(text: string): boolean {
  const usual = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/.exec(text);
  if (usual !== null) return isDate(text.slice(0, 10));
  const [date = '', time] = text.toLowerCase().split('t', 2);
  if (text.length < 4 || time === undefined || !isDate(date)) return false;
  const [, hours = '99', minutes = '', seconds = ''] =
    /^(\d{2}):(\d{2}):(\d{2})(?:.\d+)?(?:z|[+-]\d{2}:\d{2})$/.exec(time) ?? [];
  return hours <= '23' && minutes <= '59' && seconds <= '59';
}

const GO_UNITS: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1000n],
  ['µs', 1000n],
  ['μs', 1000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);

/** No duration has more digits than its 64 bits hold, whatever zeros are added. */
const MAX_DURATION_CHARACTERS = 1000;

/** `1h30m` as Go reads a duration, in nanoseconds; undefined if it is none. */
export function goDuration(text: string): bigint | undefined {
  if (text.length > MAX_DURATION_CHARACTERS) return undefined;
  const body = text.replace(/^[+-]/, '');
  if (body === '0') return 0n;
  if (!/^(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(body)) return undefined;
  let total = 0n;
  for (const [, whole = '', fraction = '', unit = ''] of body.matchAll(/(\d*)\.?(\d*)([a-zµμ]+)/g)) {
    const scale = GO_UNITS.get(unit) ?? 0n;
    const digits = fraction.slice(0, 18);
    total += BigInt(whole || '0') * scale + (BigInt(digits || '0') * scale) / 10n ** BigInt(digits.length);
  }
  if (total >= 1n << 63n) return undefined;
  return text.startsWith('-') ? -total : total;
}

const UNIT_NAMES = [
  ['ns', 'nano'],
  ['us', 'µs', 'micro'],
  ['ms', 'milli'],
  ['s', 'sec'],
  ['m', 'min'],
  ['h', 'hr', 'hour'],
  ['d', 'day'],
  ['w', 'wk', 'week'],
];

const WORDY_PART = compileGoPattern(String.raw`\d+\s*[A-Za-zµ]+`);
const MAX_WORDY_PARTS = 1000;

/** A duration as Go reads it, or some text with a number and a unit in it: `2 days`. */
export function isDuration(text: string): boolean {
  if (goDuration(text) !== undefined) return true;
  let isFound = false;
  for (const part of WORDY_PART.findAll(text, MAX_WORDY_PARTS)) {
    const [, digits = '', unit = ''] = /^(\d+)\s*(.*)$/.exec(part) ?? [];
    if (digits.length > 19 || BigInt(digits) >= 1n << 63n) return false;
    isFound ||= isUnit(unit.toLowerCase());
  }
  return isFound;
}

function isUnit(unit: string): boolean {
  return UNIT_NAMES.some((names) => names.includes(unit) || unit.startsWith(names.at(-1) ?? unit));
}

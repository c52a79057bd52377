const RFC3339 = ['2006', '-', '01', '-', '02', 'T', '15', ':', '04', ':', '05', 'Z07:00'];
const RFC3339_MICRO = [...RFC3339.slice(0, -1), '.000000', 'Z07:00'];

/** Go's zero time, the first moment of the year 1, which stands for "not set". */
const ZERO_TIME_MS = -62_135_596_800_000;

const USUAL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)Z$/;
const TWO_DIGITS = /^\d\d/;
const ONE_OR_TWO_DIGITS = /^\d\d?/;

export type TimeFormat = 'seconds' | 'microseconds';

/** A moment as the server writes it, null for Go's zero time; or what is wrong with the text, in Go's words. */
export type ParsedTime = { readonly text: string | null } | { readonly error: string };

/** Reads what Go's time.Parse reads. */
export function parseTime(text: string, format: TimeFormat): ParsedTime {
  if (format === 'seconds' && isUsual(text)) return { text };
  const layout = format === 'seconds' ? RFC3339 : RFC3339_MICRO;
  const clock: Clock = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0, fraction: '', offset: 0 };
  let rest = text;
  for (const element of layout) {
    const before = rest;
    const read = readElement(element, rest, clock, format);
    if (read === undefined) return { error: cannotParse(text, layout, before, element) };
    if ('range' in read) return { error: `parsing time ${quotedTime(text)}: ${read.range} out of range` };
    rest = read.rest;
  }
  if (rest !== '') return { error: `parsing time ${quotedTime(text)}: extra text: ${quotedTime(rest)}` };
  if (clock.day < 1 || clock.day > daysIn(clock.year, clock.month))
    return { error: `parsing time ${quotedTime(text)}: day out of range` };
  return { text: written(clock, format) };
}

interface Clock {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** Digits after the point. */
  fraction: string;
  offset: number;
}

type Read = { readonly rest: string } | { readonly range: string } | undefined;

/** Undefined if the text goes on with something else. */
function readElement(element: string, rest: string, clock: Clock, format: TimeFormat): Read {
  switch (element) {
    case '2006':
      return number(rest, /^\d{4}/, (value) => void (clock.year = value));
    case '01':
      return number(rest, TWO_DIGITS, (value) => inRange((clock.month = value), 1, 12, 'month'));
    case '02':
      return number(rest, TWO_DIGITS, (value) => void (clock.day = value));
    case '15':
      return number(rest, ONE_OR_TWO_DIGITS, (value) => inRange((clock.hour = value), 0, 23, 'hour'));
    case '04':
      return number(rest, TWO_DIGITS, (value) => inRange((clock.minute = value), 0, 59, 'minute'));
    case '05':
      return readSecond(rest, clock, format);
    case '.000000':
      return readFraction(/^[.,](\d{6})/, rest, clock);
    case 'Z07:00':
      return readZone(rest, clock);
    default:
      return rest.startsWith(element) ? { rest: rest.slice(element.length) } : undefined;
  }
}

function number(rest: string, pattern: RegExp, take: (value: number) => string | void): Read {
  const [digits] = pattern.exec(rest) ?? [];
  if (digits === undefined) return undefined;
  const range = take(Number(digits));
  return range === undefined ? { rest: rest.slice(digits.length) } : { range };
}

function inRange(value: number, least: number, most: number, name: string): string | undefined {
  return value < least || value > most ? name : undefined;
}

/** A fraction may follow though the layout has none. */
function readSecond(rest: string, clock: Clock, format: TimeFormat): Read {
  const read = number(rest, TWO_DIGITS, (value) => inRange((clock.second = value), 0, 59, 'second'));
  if (read === undefined || 'range' in read || format === 'microseconds') return read;
  return readFraction(/^[.,](\d+)/, read.rest, clock) ?? read;
}

function readFraction(pattern: RegExp, rest: string, clock: Clock): Read {
  const [match, digits] = pattern.exec(rest) ?? [];
  if (match === undefined || digits === undefined) return undefined;
  clock.fraction = digits;
  return { rest: rest.slice(match.length) };
}

function readZone(rest: string, clock: Clock): Read {
  if (rest.startsWith('Z')) return { rest: rest.slice(1) };
  const [match, sign, hours, minutes] = /^(.)(\d\d):(\d\d)/.exec(rest) ?? [];
  if (match === undefined) return undefined;
  if (Number(hours) > 24) return { range: 'time zone offset hour' };
  if (Number(minutes) > 60) return { range: 'time zone offset minute' };
  if (sign !== '+' && sign !== '-') return undefined;
  clock.offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return { rest: rest.slice(match.length) };
}

function isUsual(text: string): boolean {
  const [match, year, month, day, hour, minute, second] = USUAL.exec(text) ?? [];
  if (match === undefined) return false;
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  return (
    y > 1 &&
    m >= 1 &&
    m <= 12 &&
    d >= 1 &&
    d <= daysIn(y, m) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60
  );
}

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

/** In UTC. */
function written(clock: Clock, format: TimeFormat): string | null {
  const date = new Date(0);
  date.setUTCFullYear(clock.year, clock.month - 1, clock.day);
  date.setUTCHours(clock.hour, clock.minute - clock.offset, clock.second);
  if (date.getTime() === ZERO_TIME_MS && Number(clock.fraction.slice(0, 9)) === 0) return null;
  const seconds = `${writtenYear(date)}${date.toISOString().slice(-20, -5)}`;
  return format === 'seconds' ? `${seconds}Z` : `${seconds}.${clock.fraction.slice(0, 6).padEnd(6, '0')}Z`;
}

/** Years outside of four digits, which an offset can lead to, are written as they are. */
function writtenYear(date: Date): string {
  const year = date.getUTCFullYear();
  return year < 0 ? `-${String(-year).padStart(4, '0')}` : String(year).padStart(4, '0');
}

function cannotParse(text: string, layout: readonly string[], rest: string, element: string): string {
  const [whole, left, part] = [text, rest, element].map(quotedTime);
  return `parsing time ${whole} as ${quotedTime(layout.join(''))}: cannot parse ${left} as ${part}`;
}

/** Quotes and backslashes are escaped, and every byte that is not printable ASCII. */
function quotedTime(text: string): string {
  const escaped = text
    .replaceAll(/["\\]/g, String.raw`\$&`)
    .replaceAll(/[^ -\u007F]/gu, (character) =>
      Array.from(Buffer.from(character), (byte) => String.raw`\x` + byte.toString(16).padStart(2, '0')).join(
        '',
      ),
    );
  return `"${escaped}"`;
}

import { zoneOf, type Zone } from './time-zone.ts';

/** When something is due, again and again. */
export interface Schedule {
  /** The first time after this one; undefined: never again. */
  next(afterMs: number): number | undefined;
  /** The last time after one and not after the other; undefined: there is none. */
  last(afterMs: number, untilMs: number): number | undefined;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names: readonly string[];
}

interface Field {
  readonly values: ReadonlySet<number>;
  /** It says nothing: `*`. */
  readonly isAny: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The 29th of February comes every four years, but for 1900 and 2100: what is not found in eight never is. */
const HORIZON_MS = 8 * 366 * DAY_MS;
const MONTHS = ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const BOUNDS: readonly Bounds[] = [
  { min: 0, max: 59, names: [] },
  { min: 0, max: 23, names: [] },
  { min: 1, max: 31, names: [] },
  { min: 1, max: 12, names: MONTHS },
  { min: 0, max: 6, names: DAYS },
];
const DESCRIPTORS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};
const UNITS_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: MINUTE_MS,
  h: HOUR_MS,
};

/** Reads what the API server takes for a schedule; a zone in the text goes before the one given. Throws for others. */
export function parseSchedule(text: string, timeZone?: string): Schedule {
  const [, ownZone, rest = ''] = /^(?:(?:CRON_)?TZ=(\S*)\s+)?(.*)$/s.exec(text.trim()) ?? [];
  const zone = zoneOf(ownZone ?? timeZone ?? 'UTC');
  if (rest.startsWith('@every ')) return every(rest.slice('@every '.length));
  const fields = (DESCRIPTORS[rest] ?? rest).split(/\s+/);
  if (fields.length !== BOUNDS.length) throw new Error(`${text}: expected ${BOUNDS.length} fields`);
  const [minute, hour, day, month, weekday] = BOUNDS.map((bounds, i) => parseField(fields[i] ?? '', bounds));
  if (!minute || !hour || !day || !month || !weekday) throw new Error(`${text}: fields are missing`);
  return calendar({ minute, hour, day, month, weekday }, zone);
}

function every(duration: string): Schedule {
  const parts = [...duration.matchAll(/([\d.]+)(ns|us|µs|μs|ms|s|m|h)/g)];
  const ms = parts.reduce((sum, [, number, unit = '']) => sum + Number(number) * (UNITS_MS[unit] ?? 0), 0);
  const wholeMs = Math.max(1000, Math.trunc(ms / 1000) * 1000);
  return {
    next: (afterMs) => Math.trunc(afterMs / 1000) * 1000 + wholeMs,
    last: (afterMs, untilMs) => {
      const fromMs = Math.trunc(afterMs / 1000) * 1000;
      const times = Math.floor((untilMs - fromMs) / wholeMs);
      return times < 1 ? undefined : fromMs + times * wholeMs;
    },
  };
}

function parseField(text: string, bounds: Bounds): Field {
  const values = new Set<number>();
  let isAny = false;
  for (const part of text.split(',')) {
    const [span = '', step] = part.split('/');
    const [low = '', high] = span.split('-');
    const isOpen = low === '*' || low === '?';
    const start = isOpen ? bounds.min : numberOf(low, bounds);
    const end =
      isOpen || (high === undefined && step !== undefined) ? bounds.max : numberOf(high ?? low, bounds);
    const by = Math.max(1, Number(step ?? 1));
    if (isOpen && by === 1) isAny = true;
    for (let value = start; value <= end; value += by) values.add(value);
  }
  return { values, isAny };
}

function numberOf(text: string, { names }: Bounds): number {
  const named = text === '' ? -1 : names.indexOf(text.toLowerCase());
  return named >= 0 ? named : Number(text);
}

interface Calendar {
  readonly minute: Field;
  readonly hour: Field;
  readonly day: Field;
  readonly month: Field;
  readonly weekday: Field;
}

/** Walks forward in the largest steps that cannot miss anything. */
function calendar({ minute, hour, day, month, weekday }: Calendar, zone: Zone): Schedule {
  const isDay = (wall: Date): boolean => {
    if (!month.values.has(wall.getUTCMonth() + 1)) return false;
    const matches = [day.values.has(wall.getUTCDate()), weekday.values.has(wall.getUTCDay())];
    return day.isAny || weekday.isAny ? !matches.includes(false) : matches.includes(true);
  };
  const next = (afterMs: number): number | undefined => {
    let atMs = Math.floor(afterMs / MINUTE_MS + 1) * MINUTE_MS;
    const endMs = afterMs + HORIZON_MS;
    while (atMs <= endMs) {
      const wall = new Date(zone.wallMs(atMs));
      if (!isDay(wall)) atMs = nextDayMs(atMs, wall.getTime(), zone);
      else if (!hour.values.has(wall.getUTCHours())) atMs += HOUR_MS - (wall.getTime() % HOUR_MS);
      else if (!minute.values.has(wall.getUTCMinutes())) atMs += MINUTE_MS;
      else return atMs;
    }
    return undefined;
  };
  return { next, last: (afterMs, untilMs) => lastBefore(next, afterMs, untilMs) };
}

/** Halves the time in question until one is left: the later the start, the later what comes next. */
function lastBefore(next: Schedule['next'], afterMs: number, untilMs: number): number | undefined {
  const isIn = (fromMs: number) => (next(fromMs) ?? Infinity) <= untilMs;
  if (!isIn(afterMs)) return undefined;
  let [lowMs, highMs] = [afterMs, untilMs];
  while (highMs - lowMs > 1) {
    const middleMs = Math.floor((lowMs + highMs) / 2);
    if (isIn(middleMs)) lowMs = middleMs;
    else highMs = middleMs;
  }
  return next(lowMs);
}

/** When the wall clock begins the next day; a change of the clock in between makes the day longer or shorter. */
function nextDayMs(atMs: number, wallMs: number, zone: Zone): number {
  const leftMs = DAY_MS - (wallMs % DAY_MS);
  const arrivedMs = atMs + leftMs;
  const overMs = zone.wallMs(arrivedMs) - (wallMs + leftMs);
  return Math.max(atMs + MINUTE_MS, arrivedMs - overMs);
}

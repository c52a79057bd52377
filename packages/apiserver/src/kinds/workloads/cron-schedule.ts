interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Minute, hour, day of the month, month, day of the week. */
const FIELDS: readonly Bounds[] = [
  { min: 0, max: 59, names: [] },
  { min: 0, max: 23, names: [] },
  { min: 1, max: 31, names: [] },
  { min: 1, max: 12, names: MONTHS },
  { min: 0, max: 6, names: DAYS },
];

const DESCRIPTORS = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'];
const DURATION = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;

/** Why a text is no schedule of a CronJob; undefined if it is one. */
export function scheduleFault(schedule: string): string | undefined {
  const text = withoutZone(schedule);
  if (text.startsWith('@')) return descriptorFault(text);
  const fields = text.split(/\s+/).filter((field) => field !== '');
  if (fields.length !== FIELDS.length)
    return `expected exactly ${FIELDS.length} fields, found ${fields.length}: [${fields.join(' ')}]`;
  for (const [i, bounds] of FIELDS.entries()) {
    const fault = fieldFault(fields[i] ?? '', bounds);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function withoutZone(schedule: string): string {
  return schedule.replace(/^(?:CRON_)?TZ=\S*\s+/, '').trim();
}

function descriptorFault(text: string): string | undefined {
  if (DESCRIPTORS.includes(text)) return undefined;
  if (!text.startsWith('@every ')) return `unrecognized descriptor: ${text}`;
  const duration = text.slice('@every '.length);
  if (DURATION.test(duration)) return undefined;
  return `failed to parse duration ${text}: time: invalid duration ${JSON.stringify(duration)}`;
}

function fieldFault(field: string, bounds: Bounds): string | undefined {
  for (const range of field.split(',').filter((part) => part !== '')) {
    const fault = rangeFault(range, bounds);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function rangeFault(range: string, bounds: Bounds): string | undefined {
  const [span = '', step, ...tooManySteps] = range.split('/');
  const [low = '', high, ...tooManyEnds] = span.split('-');
  const isAny = low === '*' || low === '?';
  const numbers = [
    isAny ? bounds.min : numberOf(low, bounds.names),
    isAny ? bounds.max : high === undefined ? undefined : numberOf(high, bounds.names),
    step === undefined ? 1 : numberOf(step, []),
  ];
  const [start, end, by] = numbers;
  if (typeof start === 'string') return start;
  if (typeof end === 'string') return end;
  if (!isAny && tooManyEnds.length > 0) return `too many hyphens: ${range}`;
  if (typeof by === 'string') return by;
  if (tooManySteps.length > 0) return `too many slashes: ${range}`;
  const isSingle = high === undefined;
  const last = step !== undefined && isSingle ? bounds.max : (end ?? start ?? 0);
  return boundsFault({ range, start: start ?? 0, end: last, step: by ?? 1 }, bounds);
}

function boundsFault(
  { range, start, end, step }: { range: string; start: number; end: number; step: number },
  { min, max }: Bounds,
): string | undefined {
  if (start < min) return `beginning of range (${start}) below minimum (${min}): ${range}`;
  if (end > max) return `end of range (${end}) above maximum (${max}): ${range}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${range}`;
  return step === 0 ? `step of range should be a positive number: ${range}` : undefined;
}

/** The number, or why it is none. */
function numberOf(text: string, names: readonly string[]): number | string {
  const named = names.indexOf(text.toLowerCase());
  if (named >= 0) return names === MONTHS ? named + 1 : named;
  if (!/^[+-]?\d+$/.test(text))
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  const number = Number(text);
  return number < 0 ? `negative number (${number}) not allowed: ${text}` : number;
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const YEAR = 365 * DAY;

/** Clocks differ: what lies this little in the future counts as now. */
const TOLERATED_SECONDS = -2;

interface Step {
  /** Up to here, in seconds. */
  readonly below: number;
  readonly unit: readonly [letter: string, seconds: number];
  /** Shown beside the unit, unless it is zero. */
  readonly rest?: readonly [letter: string, seconds: number];
}

/** Two or three digits, whatever the length. */
const STEPS: readonly Step[] = [
  { below: 2 * MINUTE, unit: ['s', 1] },
  { below: 10 * MINUTE, unit: ['m', MINUTE], rest: ['s', 1] },
  { below: 3 * HOUR, unit: ['m', MINUTE] },
  { below: 8 * HOUR, unit: ['h', HOUR], rest: ['m', MINUTE] },
  { below: 2 * DAY, unit: ['h', HOUR] },
  { below: 8 * DAY, unit: ['d', DAY], rest: ['h', HOUR] },
  { below: 2 * YEAR, unit: ['d', DAY] },
  { below: 8 * YEAR, unit: ['y', YEAR], rest: ['d', DAY] },
  { below: Infinity, unit: ['y', YEAR] },
];

/** A length of time as kubectl shows it: `90s`, `5m30s`, `3d4h`. */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1000);
  if (seconds <= TOLERATED_SECONDS) return '<invalid>';
  if (seconds <= 0) return '0s';
  const { unit, rest } = STEPS.find(({ below }) => seconds < below) ?? { unit: ['s', 1] as const };
  const whole = `${Math.floor(seconds / unit[1])}${unit[0]}`;
  const left = rest === undefined ? 0 : Math.floor((seconds % unit[1]) / rest[1]);
  return rest === undefined || left === 0 ? whole : `${whole}${left}${rest[0]}`;
}

/** How long ago a moment was; `<unknown>` without one. */
export function timeSince(moment: string | null | undefined, now: Date): string {
  const since = moment === undefined || moment === null ? NaN : Date.parse(moment);
  return Number.isNaN(since) ? '<unknown>' : humanDuration(now.getTime() - since);
}

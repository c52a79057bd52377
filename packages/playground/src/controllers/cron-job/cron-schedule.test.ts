import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseSchedule } from './cron-schedule.ts';

function next(schedule: string, after: string, timeZone?: string): string | undefined {
  const ms = parseSchedule(schedule, timeZone).next(Date.parse(after));
  return ms === undefined ? undefined : new Date(ms).toISOString().replace(':00.000Z', 'Z');
}

describe('the next time of a schedule', () => {
  const cases: readonly (readonly [string, string, string | undefined, string?])[] = [
    ['* * * * *', '2030-01-01T00:00:00Z', '2030-01-01T00:01Z'],
    ['* * * * *', '2030-01-01T00:00:59.999Z', '2030-01-01T00:01Z'],
    ['*/15 * * * *', '2030-01-01T00:16:00Z', '2030-01-01T00:30Z'],
    ['5/20 * * * *', '2030-01-01T00:06:00Z', '2030-01-01T00:25Z'],
    ['0 9-17/4 * * MON-FRI', '2030-01-04T17:00:00Z', '2030-01-07T09:00Z'],
    ['30 4 1,15 * *', '2030-01-02T00:00:00Z', '2030-01-15T04:30Z'],
    // Both days are said: either will do.
    ['0 0 13 * FRI', '2030-01-05T00:00:00Z', '2030-01-11T00:00Z'],
    // A star with a step says something, unless the step is one.
    ['0 0 */2 * FRI', '2030-01-05T00:00:00Z', '2030-01-07T00:00Z'],
    ['0 0 */1 * FRI', '2030-01-05T00:00:00Z', '2030-01-11T00:00Z'],
    ['0 0 29 feb ?', '2030-01-01T00:00:00Z', '2032-02-29T00:00Z'],
    ['0 0 30 2 *', '2030-01-01T00:00:00Z', undefined],
    ['@hourly', '2030-01-01T00:00:00Z', '2030-01-01T01:00Z'],
    ['@daily', '2030-01-01T00:00:00Z', '2030-01-02T00:00Z'],
    ['@weekly', '2030-01-01T00:00:00Z', '2030-01-06T00:00Z'],
    ['@monthly', '2030-01-01T00:00:00Z', '2030-02-01T00:00Z'],
    ['@yearly', '2030-01-01T00:00:00Z', '2031-01-01T00:00Z'],
    ['@every 1h30m', '2030-01-01T00:00:00.5Z', '2030-01-01T01:30Z'],
    ['0 9 * * *', '2030-01-01T00:00:00Z', '2030-01-01T08:00Z', 'Europe/Berlin'],
    ['0 9 * * *', '2030-07-01T00:00:00Z', '2030-07-01T07:00Z', 'Europe/Berlin'],
    ['TZ=Asia/Tokyo 0 9 * * *', '2030-01-01T01:00:00Z', '2030-01-02T00:00Z'],
    ['CRON_TZ=Asia/Kolkata 15 9 * * *', '2030-01-01T01:00:00Z', '2030-01-01T03:45Z', 'Europe/Berlin'],
    // The clock goes from 2 to 3 in the morning: a time in between does not come that day.
    ['30 2 * * *', '2030-03-31T00:00:00Z', '2030-04-01T00:30Z', 'Europe/Berlin'],
    // Midnight of a day that is 23 or 25 hours long.
    ['0 0 * * *', '2030-03-31T00:00:00Z', '2030-03-31T22:00Z', 'Europe/Berlin'],
    ['0 0 * * *', '2030-10-27T00:00:00Z', '2030-10-27T23:00Z', 'Europe/Berlin'],
    ['0 0 1 * *', '2030-03-15T00:00:00Z', '2030-03-31T22:00Z', 'Europe/Berlin'],
  ];
  for (const [schedule, after, expected, zone] of cases) {
    test(`${schedule} after ${after}${zone === undefined ? '' : ` in ${zone}`}`, () => {
      assert.equal(next(schedule, after, zone), expected);
    });
  }

  test('a zone that there is none of is refused', () => {
    assert.throws(() => parseSchedule('* * * * *', 'Nowhere/Here'));
  });
});

const SCHEDULE = fc
  .tuple(
    fc.constantFrom('*', '*/7', '0', '3,40', '10-20'),
    fc.constantFrom('*', '*/5', '0', '23', '2-3'),
    fc.constantFrom('*', '1', '*/3', '28-31'),
    fc.constantFrom('*', '2', '*/4'),
    fc.constantFrom('*', '0', '1-5'),
  )
  .map((fields) => fields.join(' '));
const ZONE = fc.constantFrom('UTC', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu');
const TIME = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) });

test('the last time before another is the one that nothing follows', () => {
  fc.assert(
    fc.property(
      SCHEDULE,
      ZONE,
      TIME,
      fc.integer({ min: 0, max: 90 * 86_400_000 }),
      (text, zone, from, length) => {
        const schedule = parseSchedule(text, zone);
        const untilMs = from + length;
        const last = schedule.last(from, untilMs);
        const first = schedule.next(from) ?? Infinity;
        if (last === undefined) return assert.ok(first > untilMs);
        assert.ok(first <= last && last <= untilMs);
        assert.ok((schedule.next(last) ?? Infinity) > untilMs);
        return undefined;
      },
    ),
    { numRuns: 60 },
  );
});

test('an interval counts from the last time', () => {
  const schedule = parseSchedule('@every 10s');
  assert.equal(schedule.last(1500, 45_000), 41_000);
  assert.equal(schedule.last(1500, 10_999), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { humanDuration, timeSince } from './human-duration.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

test('a length of time is told in two or three digits', () => {
  const cases: [number, string][] = [
    [-2 * SECOND, '<invalid>'],
    [-1 * SECOND, '0s'],
    [0, '0s'],
    [999, '0s'],
    [119 * SECOND, '119s'],
    [2 * MINUTE, '2m'],
    [9 * MINUTE + 59 * SECOND, '9m59s'],
    [10 * MINUTE + 59 * SECOND, '10m'],
    [179 * MINUTE, '179m'],
    [3 * HOUR, '3h'],
    [7 * HOUR + 59 * MINUTE, '7h59m'],
    [8 * HOUR + 59 * MINUTE, '8h'],
    [47 * HOUR, '47h'],
    [2 * DAY, '2d'],
    [7 * DAY + 23 * HOUR, '7d23h'],
    [8 * DAY + 23 * HOUR, '8d'],
    [2 * YEAR - HOUR, '729d'],
    [2 * YEAR, '2y'],
    [7 * YEAR + 364 * DAY, '7y364d'],
    [8 * YEAR + 364 * DAY, '8y'],
  ];
  for (const [milliseconds, text] of cases) assert.equal(humanDuration(milliseconds), text);
});

test('without a moment nothing is known of its age', () => {
  const now = new Date('2026-01-01T00:01:30Z');
  assert.equal(timeSince('2026-01-01T00:00:00.000000Z', now), '90s');
  for (const nothing of [undefined, null, 'yesterday']) assert.equal(timeSince(nothing, now), '<unknown>');
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkLeaseTimes, DEFAULT_LEASE_TIMES, formatMicroTime, nextRenewTime } from './lease.ts';

const NOON = Date.UTC(2030, 0, 1, 12);

test('times are written to the microsecond, as Kubernetes reads them', () => {
  assert.equal(formatMicroTime(NOON + 7), '2030-01-01T12:00:00.007000Z');
});

test('a renewal always changes the time, also when the wall clock was set back or stands still', () => {
  const first = nextRenewTime(NOON, undefined);
  const second = nextRenewTime(NOON, first);
  const third = nextRenewTime(NOON, second);
  assert.equal(first, '2030-01-01T12:00:00.000000Z');
  assert.equal(second, '2030-01-01T12:00:00.000001Z');
  assert.notEqual(third, second);
});

describe('lease times', () => {
  const cases = [
    { name: "Kubernetes' own", times: DEFAULT_LEASE_TIMES, fits: true },
    {
      name: 'a deadline as long as the lease',
      times: { ...DEFAULT_LEASE_TIMES, renewDeadlineMs: 15_000 },
      fits: false,
    },
    {
      name: 'a deadline that leaves no second try',
      times: { ...DEFAULT_LEASE_TIMES, retryPeriodMs: 9_000 },
      fits: false,
    },
    { name: 'a part of a second', times: { ...DEFAULT_LEASE_TIMES, leaseDurationMs: 15_500 }, fits: false },
    { name: 'no pause', times: { ...DEFAULT_LEASE_TIMES, retryPeriodMs: 0 }, fits: false },
  ];
  for (const { name, times, fits } of cases) {
    test(`${name} ${fits ? 'is' : 'is not'} accepted`, () => {
      if (fits) assert.equal(checkLeaseTimes(times), times);
      else assert.throws(() => checkLeaseTimes(times), /lease times .* need/);
    });
  }
});

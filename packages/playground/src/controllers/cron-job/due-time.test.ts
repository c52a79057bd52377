import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CronJob } from '@banyan/api/objects';
import { parseSchedule } from './cron-schedule.ts';
import { dueTime, untilNextMs } from './due-time.ts';
import { sampleCronJob } from './sample-cron-job.ts';

const NOW = '2030-01-01T12:00:30Z';

describe('what is due', () => {
  const cases: readonly (readonly [string, Partial<CronJob['spec']>, string, string | undefined, boolean])[] =
    [
      [
        'nothing, before the time has come',
        { schedule: '0 * * * *' },
        '2030-01-01T12:00:00Z',
        undefined,
        false,
      ],
      [
        'the time that has come',
        { schedule: '0 * * * *' },
        '2030-01-01T11:00:00Z',
        '2030-01-01T12:00:00.000Z',
        false,
      ],
      [
        'of several the last',
        { schedule: '0 * * * *' },
        '2030-01-01T08:00:00Z',
        '2030-01-01T12:00:00.000Z',
        false,
      ],
      [
        'of very many too, with a warning',
        { schedule: '* * * * *' },
        '2030-01-01T08:00:00Z',
        '2030-01-01T12:00:00.000Z',
        true,
      ],
      [
        'of times that are far apart and close together',
        { schedule: '* 9 * * *' },
        '2030-01-01T08:00:00Z',
        '2030-01-01T09:59:00.000Z',
        true,
      ],
      [
        'within the deadline',
        { schedule: '0 * * * *', startingDeadlineSeconds: 60 },
        '2030-01-01T08:00:00Z',
        '2030-01-01T12:00:00.000Z',
        false,
      ],
      [
        'nothing beyond it',
        { schedule: '0 * * * *', startingDeadlineSeconds: 20 },
        '2030-01-01T08:00:00Z',
        undefined,
        false,
      ],
    ];
  for (const [name, spec, lastScheduleTime, expected, isLongMissed] of cases) {
    test(name, () => {
      const cron = sampleCronJob(spec, { lastScheduleTime });
      const due = dueTime(cron, parseSchedule(cron.spec.schedule), Date.parse(NOW));
      const dueAt = due.dueMs === undefined ? undefined : new Date(due.dueMs).toISOString();
      assert.deepEqual([dueAt, due.isLongMissed], [expected, isLongMissed]);
    });
  }

  test('since it was made, if it never ran', () => {
    const cron = sampleCronJob({ schedule: '0 * * * *' });
    cron.metadata.creationTimestamp = '2030-01-01T11:30:00Z';
    assert.ok(dueTime(cron, parseSchedule('0 * * * *'), Date.parse(NOW)).dueMs !== undefined);
  });
});

test('it is looked at again at the next time', () => {
  assert.equal(untilNextMs(parseSchedule('* * * * *'), Date.parse(NOW)), 30_000);
  assert.equal(untilNextMs(parseSchedule('0 0 31 2 *'), Date.parse(NOW)), undefined);
});

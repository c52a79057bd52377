import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeAfter, surplusJobs } from './known-jobs.ts';
import { sampleCronJob, sampleRun } from './sample-cron-job.ts';
import { jobNameAt, scheduledJob } from './scheduled-job.ts';

test('jobs that ended or went missing are no longer active', () => {
  const active = ['running', 'done', 'gone'].map((name) => ({ name, uid: name }));
  const cron = sampleCronJob({}, { active, lastSuccessfulTime: '2030-01-01T00:00:00Z' });
  const jobs = [
    sampleRun('running'),
    sampleRun('done', 'Complete', '2030-01-01T00:05:00Z'),
    sampleRun('stranger'),
  ];
  const known = activeAfter(cron, jobs);
  assert.deepEqual(known.active, [{ name: 'running', uid: 'running' }]);
  assert.equal(known.lastSuccessfulTime, '2030-01-01T00:05:00Z');
  assert.deepEqual(
    known.events.map(({ reason, message }) => `${reason}: ${message}`),
    [
      'SawCompletedJob: Saw completed job: done, condition: Complete',
      'MissingJob: Active job went missing: gone',
      'UnexpectedJob: Saw a job that the controller did not create or forgot: stranger',
    ],
  );
});

test('the oldest jobs go, those that failed apart from those that did not', () => {
  const cron = sampleCronJob({ successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 0 });
  const jobs = [
    sampleRun('second', 'Complete', '2030-01-01T00:02:00Z'),
    sampleRun('first', 'Complete', '2030-01-01T00:01:00Z'),
    sampleRun('failed', 'Failed'),
    sampleRun('running'),
  ];
  assert.deepEqual(
    surplusJobs(cron, jobs).map(({ metadata }) => metadata.name),
    ['first', 'failed'],
  );
  assert.deepEqual(surplusJobs(sampleCronJob(), jobs), [], 'without limits all stay');
});

test('a job is named after its minute and says its time in its zone', () => {
  const cron = sampleCronJob({ timeZone: 'America/St_Johns' });
  const dueMs = Date.UTC(2030, 0, 1, 12);
  assert.equal(jobNameAt(cron, dueMs), `tick-${dueMs / 60_000}`);
  const time = (zone?: string) =>
    scheduledJob(sampleCronJob(zone === undefined ? {} : { timeZone: zone }), dueMs).metadata.annotations;
  const name = 'batch.kubernetes.io/cronjob-scheduled-timestamp';
  assert.deepEqual(time('America/St_Johns'), { [name]: '2030-01-01T08:30:00-03:30' });
  assert.deepEqual(time(), { [name]: '2030-01-01T12:00:00Z' });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JobSpec, JobStatus } from '@banyan/api/objects';
import { tallyJob } from './job-tally.ts';
import { judgeJob, untilDeadlineMs } from './job-verdict.ts';
import { NOW_MS, sampleJob, sampleJobPod, type SamplePod } from './sample-job.ts';

interface Case {
  readonly name: string;
  readonly spec?: Partial<JobSpec>;
  readonly status?: JobStatus;
  readonly pods?: readonly SamplePod[];
  readonly verdict?: string;
}

const INDEXED = { completionMode: 'Indexed', completions: 4, parallelism: 2 } as const;
const FAIL_ON_3 = {
  rules: [
    { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] },
    { action: 'FailJob', onExitCodes: { operator: 'In', values: [3] } },
  ],
} satisfies JobSpec['podFailurePolicy'];

const CASES: readonly Case[] = [
  { name: 'a job with nothing done goes on' },
  {
    name: 'failures up to the limit are borne',
    spec: { backoffLimit: 1 },
    pods: [{ name: 'p', phase: 'Failed' }],
  },
  {
    name: 'one more is too many',
    spec: { backoffLimit: 0 },
    pods: [{ name: 'p', phase: 'Failed' }],
    verdict: 'BackoffLimitExceeded',
  },
  {
    name: 'those counted before count',
    spec: { backoffLimit: 2 },
    status: { failed: 2 },
    pods: [{ name: 'p', phase: 'Failed' }],
    verdict: 'BackoffLimitExceeded',
  },
  {
    name: 'those that are being counted count once',
    spec: { backoffLimit: 1 },
    status: { uncountedTerminatedPods: { failed: ['p'] } },
    pods: [{ name: 'p', phase: 'Failed' }],
  },
  {
    name: 'a pod that someone deletes has failed',
    spec: { backoffLimit: 0 },
    pods: [{ name: 'p', isLeaving: true }],
    verdict: 'BackoffLimitExceeded',
  },
  {
    name: 'restarts in place are failures',
    spec: { backoffLimit: 2, template: { spec: { restartPolicy: 'OnFailure', containers: [] } } },
    pods: [{ name: 'p', restarts: 2 }],
    verdict: 'BackoffLimitExceeded',
  },
  {
    name: 'it may take only so long',
    spec: { activeDeadlineSeconds: 60 },
    status: { startTime: '2030-01-01T11:59:00Z' },
    verdict: 'DeadlineExceeded',
  },
  {
    name: 'not counting while it is suspended',
    spec: { activeDeadlineSeconds: 60, suspend: true },
    status: { startTime: '2030-01-01T11:00:00Z' },
  },
  {
    name: 'a policy can end it at once',
    spec: { podFailurePolicy: FAIL_ON_3 },
    pods: [{ name: 'p', phase: 'Failed', exitCode: 3 }],
    verdict: 'PodFailurePolicy',
  },
  {
    name: 'other codes are failures as any',
    spec: { podFailurePolicy: FAIL_ON_3 },
    pods: [{ name: 'p', phase: 'Failed', exitCode: 4 }],
  },
  {
    name: 'what was said stays said',
    status: { conditions: [{ type: 'FailureTarget', status: 'True', reason: 'Said' }] },
    verdict: 'Said',
  },
  {
    name: 'too many indexes failed',
    spec: { ...INDEXED, backoffLimitPerIndex: 0, maxFailedIndexes: 0 },
    pods: [{ name: 'p', index: 2, phase: 'Failed' }],
    verdict: 'MaxFailedIndexesExceeded',
  },
  {
    name: 'every index is done, not all of them well',
    spec: { ...INDEXED, backoffLimitPerIndex: 0 },
    status: { completedIndexes: '0-1,3' },
    pods: [{ name: 'p', index: 2, phase: 'Failed' }],
    verdict: 'FailedIndexes',
  },
  {
    name: 'some indexes are enough',
    spec: { ...INDEXED, successPolicy: { rules: [{ succeededIndexes: '0-2', succeededCount: 2 }] } },
    status: { completedIndexes: '0,2' },
    verdict: 'SuccessPolicy',
  },
  {
    name: 'others are not',
    spec: { ...INDEXED, successPolicy: { rules: [{ succeededIndexes: '0-2', succeededCount: 2 }] } },
    status: { completedIndexes: '0,3' },
  },
  {
    name: 'any so many are enough',
    spec: { ...INDEXED, successPolicy: { rules: [{ succeededCount: 2 }] } },
    status: { completedIndexes: '0,3' },
    verdict: 'SuccessPolicy',
  },
];

describe('how a job ends', () => {
  for (const { name, spec, status, pods = [], verdict } of CASES) {
    test(name, () => {
      const job = sampleJob(spec, status);
      const made = pods.map(sampleJobPod);
      assert.equal(judgeJob(job, made, tallyJob(job, made), NOW_MS)?.reason, verdict);
    });
  }

  test('a policy says which container failed', () => {
    const job = sampleJob({ podFailurePolicy: FAIL_ON_3 });
    const pods = [sampleJobPod({ name: 'p', phase: 'Failed', exitCode: 3 })];
    assert.equal(
      judgeJob(job, pods, tallyJob(job, pods), NOW_MS)?.message,
      'Container work for pod default/p failed with exit code 3 matching FailJob rule at index 1',
    );
  });

  test('failures that a policy ignores are none', () => {
    const job = sampleJob({ backoffLimit: 0, podFailurePolicy: FAIL_ON_3 });
    const pod = sampleJobPod({ name: 'p', phase: 'Failed' });
    pod.status = { ...pod.status, conditions: [{ type: 'DisruptionTarget', status: 'True' }] };
    assert.equal(judgeJob(job, [pod], tallyJob(job, [pod]), NOW_MS), undefined);
  });
});

test('a job with a deadline is looked at when that has come', () => {
  const status = { startTime: '2030-01-01T11:59:30Z' };
  assert.equal(untilDeadlineMs(sampleJob({ activeDeadlineSeconds: 60 }, status), NOW_MS), 30_000);
  assert.equal(untilDeadlineMs(sampleJob({}, status), NOW_MS), undefined);
});

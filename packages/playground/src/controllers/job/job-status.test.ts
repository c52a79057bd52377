import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { counted, countEnded, withJobCondition, withUncounted } from './job-status.ts';
import { tallyJob } from './job-tally.ts';
import { NOW_MS, sampleJob, sampleJobPod, type SamplePod } from './sample-job.ts';

const FAILURE = { type: 'FailureTarget', reason: 'R', message: 'm' } as const;
const SUCCESS = { type: 'SuccessCriteriaMet', reason: 'R', message: 'm' } as const;

function endedOf(pods: readonly SamplePod[], verdict?: typeof FAILURE | typeof SUCCESS, job = sampleJob()) {
  const { untracked, succeeded, failed } = countEnded(job, pods.map(sampleJobPod), verdict);
  return { untracked: untracked.map(({ metadata }) => metadata.name), succeeded, failed };
}

describe('counting pods that ended', () => {
  const pods: SamplePod[] = [
    { name: 'well', phase: 'Succeeded' },
    { name: 'bad', phase: 'Failed' },
    { name: 'running' },
    { name: 'before', phase: 'Succeeded', isTracked: false },
  ];

  test('those that ended are counted, and may go', () => {
    assert.deepEqual(endedOf(pods), { untracked: ['well', 'bad'], succeeded: ['well'], failed: ['bad'] });
  });

  test('when it fails those that still ran have failed', () => {
    const { untracked, failed } = endedOf(pods, FAILURE);
    assert.deepEqual(
      [untracked, failed],
      [
        ['well', 'bad', 'running'],
        ['bad', 'running'],
      ],
    );
  });

  test('when it succeeds they count for nothing', () => {
    const { untracked, failed } = endedOf(pods, SUCCESS);
    assert.deepEqual([untracked, failed], [['well', 'bad', 'running'], ['bad']]);
  });

  test('one that is being counted is not counted again', () => {
    const job = sampleJob({}, { uncountedTerminatedPods: { succeeded: ['well'], failed: ['gone'] } });
    assert.deepEqual(endedOf(pods, undefined, job).failed, ['gone', 'bad']);
    assert.deepEqual(endedOf(pods, undefined, job).succeeded, ['well']);
  });

  test('with indexes successes are told by index', () => {
    const job = sampleJob({ completionMode: 'Indexed', completions: 3, parallelism: 3 });
    const indexed: SamplePod[] = [
      { name: 'zero', phase: 'Succeeded', index: 0 },
      { name: 'one', phase: 'Succeeded', index: 1 },
      { name: 'beyond', phase: 'Succeeded', index: 7 },
    ];
    const ended = countEnded(job, indexed.map(sampleJobPod), undefined);
    assert.deepEqual(ended.succeeded, []);
    assert.equal(ended.untracked.length, 3);
    const made = indexed.map(sampleJobPod);
    const status = withUncounted(job, { ended, tally: tallyJob(job, made), pods: made });
    assert.deepEqual([status.completedIndexes, status.succeeded], ['0-1', 2]);
  });

  test('the counts come with the end of the uncounted', () => {
    const uncountedTerminatedPods = { succeeded: ['a'], failed: ['b', 'c'] };
    const status = counted({ succeeded: 1, uncountedTerminatedPods });
    assert.deepEqual(status, { succeeded: 2, failed: 2, uncountedTerminatedPods: {} });
  });
});

describe('the conditions of a job', () => {
  const suspended = {
    type: 'Suspended',
    status: 'True',
    reason: 'JobSuspended',
    message: 'Job suspended',
  } as const;

  test('what never held is not denied', () => {
    assert.deepEqual(withJobCondition([], { ...suspended, status: 'False' }, NOW_MS), []);
  });

  test('the same is not said anew', () => {
    const first = withJobCondition([], suspended, NOW_MS);
    assert.deepEqual(withJobCondition(first, suspended, NOW_MS + 5000), first);
  });

  test('a change has its time, and its place', () => {
    const first = withJobCondition(
      withJobCondition([], suspended, NOW_MS),
      { type: 'X', status: 'True' },
      NOW_MS,
    );
    const next = withJobCondition(first, { ...suspended, status: 'False' }, NOW_MS + 5000);
    assert.deepEqual(
      next.map(({ type, lastTransitionTime }) => [type, lastTransitionTime]),
      [
        ['Suspended', '2030-01-01T12:00:05Z'],
        ['X', '2030-01-01T12:00:00Z'],
      ],
    );
  });
});

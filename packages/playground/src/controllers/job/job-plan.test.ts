import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JobSpec, JobStatus } from '@banyan/api/objects';
import { planJob } from './job-plan.ts';
import { tallyJob } from './job-tally.ts';
import { NOW_MS, sampleJob, sampleJobPod, type SamplePod } from './sample-job.ts';

interface Case {
  readonly name: string;
  readonly spec?: Partial<JobSpec>;
  readonly status?: JobStatus;
  /** Without a number of completions. */
  readonly isQueue?: boolean;
  readonly pods?: readonly SamplePod[];
  /** How many, or of which indexes. */
  readonly create?: number | readonly number[];
  readonly gone?: readonly string[];
  readonly waitMs?: number;
}

const INDEXED = { completionMode: 'Indexed', completions: 4, parallelism: 2 } as const;

const CASES: readonly Case[] = [
  { name: 'one pod', create: 1 },
  { name: 'as many at once as may be', spec: { completions: 5, parallelism: 3 }, create: 3 },
  {
    name: 'no more than are missing',
    spec: { completions: 5, parallelism: 3 },
    status: { succeeded: 4 },
    create: 1,
  },
  {
    name: 'those that run count',
    spec: { completions: 5, parallelism: 3 },
    pods: [{ name: 'p' }],
    create: 2,
  },
  {
    name: 'too many go',
    spec: { completions: 5, parallelism: 1 },
    pods: [{ name: 'p' }, { name: 'q', phase: 'Pending' }],
    gone: ['q'],
  },
  { name: 'all go while it is suspended', spec: { suspend: true }, pods: [{ name: 'p' }], gone: ['p'] },
  {
    name: 'without a number, as many as may be',
    spec: { parallelism: 2 },
    isQueue: true,
    create: 2,
  },
  {
    name: 'but none after the first success',
    spec: { parallelism: 2 },
    isQueue: true,
    pods: [{ name: 'p', phase: 'Succeeded' }, { name: 'q' }],
  },
  { name: 'after a failure it waits', pods: [{ name: 'p', phase: 'Failed', secondsAgo: 4 }], waitMs: 6000 },
  {
    name: 'twice as long after the second',
    pods: [
      { name: 'p', phase: 'Failed', secondsAgo: 60 },
      { name: 'q', phase: 'Failed', secondsAgo: 4 },
    ],
    waitMs: 16_000,
  },
  { name: 'and then tries again', pods: [{ name: 'p', phase: 'Failed', secondsAgo: 11 }], create: 1 },
  {
    name: 'a success in between makes up for it',
    spec: { completions: 3 },
    pods: [
      { name: 'p', phase: 'Failed', secondsAgo: 4 },
      { name: 'q', phase: 'Succeeded', secondsAgo: 3 },
    ],
    create: 1,
  },
  { name: 'the lowest indexes first', spec: INDEXED, create: [0, 1] },
  {
    name: 'those that are done or under way are not done again',
    spec: INDEXED,
    status: { completedIndexes: '0,2' },
    pods: [{ name: 'p', index: 1 }],
    create: [3],
  },
  {
    name: 'of two of one index one goes',
    spec: INDEXED,
    pods: [
      { name: 'p', index: 1 },
      { name: 'q', index: 1, phase: 'Pending' },
    ],
    gone: ['q'],
  },
  {
    name: 'one that leaves is replaced at once',
    pods: [{ name: 'p', isLeaving: true, isTracked: false }],
    create: 1,
  },
  {
    name: 'or only when it has ended',
    spec: { podReplacementPolicy: 'Failed' },
    pods: [{ name: 'p', isLeaving: true }],
  },
  {
    name: 'an index that failed too often is given up',
    spec: { ...INDEXED, backoffLimitPerIndex: 0 },
    pods: [{ name: 'p', index: 0, phase: 'Failed' }],
    create: [1, 2],
  },
  {
    name: 'others wait by themselves',
    spec: { ...INDEXED, backoffLimitPerIndex: 1 },
    pods: [{ name: 'p', index: 0, phase: 'Failed', secondsAgo: 4 }],
    create: [1],
    waitMs: 6000,
  },
];

describe('the pods that a job needs', () => {
  for (const { name, spec, status, isQueue = false, pods = [], create = 0, gone = [], waitMs } of CASES) {
    test(name, () => {
      const job = sampleJob(spec, status);
      if (isQueue) delete job.spec.completions;
      const plan = planJob(job, tallyJob(job, pods.map(sampleJobPod)), NOW_MS);
      const made = typeof create === 'number' ? plan.create.length : plan.create.map(({ index }) => index);
      assert.deepEqual(
        [made, plan.delete.map(({ metadata }) => metadata.name), plan.waitMs],
        [create, gone, waitMs],
      );
    });
  }
});

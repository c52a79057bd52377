import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobPod, TRACKING } from './job-pod.ts';
import { sampleJob } from './sample-job.ts';

test('a pod of a job cannot go before it is counted', () => {
  const { metadata } = jobPod(sampleJob(), {});
  assert.deepEqual([metadata.generateName, metadata.finalizers], ['work-', [TRACKING]]);
});

test('a pod with an index says so in every way', () => {
  const job = sampleJob();
  job.spec.template.spec.initContainers = [
    { name: 'own', env: [{ name: 'JOB_COMPLETION_INDEX', value: 'x' }] },
  ];
  const { metadata, spec } = jobPod(job, { index: 3, indexFailures: 1 });
  assert.equal(metadata.generateName, 'work-3-');
  assert.equal(spec.hostname, 'work-3');
  assert.equal(metadata.labels?.['batch.kubernetes.io/job-completion-index'], '3');
  assert.deepEqual(metadata.annotations, {
    'batch.kubernetes.io/job-completion-index': '3',
    'batch.kubernetes.io/job-index-failure-count': '1',
  });
  assert.deepEqual(spec.containers[0]?.env, [
    {
      name: 'JOB_COMPLETION_INDEX',
      valueFrom: { fieldRef: { fieldPath: "metadata.labels['batch.kubernetes.io/job-completion-index']" } },
    },
  ]);
  assert.equal(spec.initContainers?.[0]?.env?.[0]?.value, 'x', 'one that is set already stays');
});

test('a long name leaves room for what the server adds', () => {
  const job = sampleJob();
  job.metadata.name = 'w'.repeat(63);
  const { generateName = '' } = jobPod(job, { index: 12 }).metadata;
  assert.equal(generateName.length, 58);
  assert.ok(generateName.endsWith('-12-'));
});

import type { CronJob, Job } from '@banyan/api/objects';

/** For tests. */
export function sampleCronJob(spec: Partial<CronJob['spec']> = {}, status: CronJob['status'] = {}): CronJob {
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'tick', namespace: 'default', uid: 'tick', creationTimestamp: '2030-01-01T00:00:00Z' },
    spec: {
      schedule: '* * * * *',
      jobTemplate: {
        spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'work' }] } } },
      },
      ...spec,
    },
    status,
  };
}

export function sampleRun(name: string, end?: 'Complete' | 'Failed', time = '2030-01-01T00:00:00Z'): Job {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace: 'default', uid: name },
    spec: sampleCronJob().spec.jobTemplate.spec,
    status: {
      startTime: time,
      ...(end !== undefined && { conditions: [{ type: end, status: 'True' }] }),
      ...(end === 'Complete' && { completionTime: time }),
    },
  };
}

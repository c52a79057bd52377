import type { Job, JobSpec, JobStatus, Pod } from '@banyan/api/objects';
import { TRACKING } from './job-pod.ts';

export const NOW_MS = Date.UTC(2030, 0, 1, 12);

/** For tests: a Job of one container. */
export function sampleJob(spec: Partial<JobSpec> = {}, status: JobStatus = {}): Job {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'work', namespace: 'default', uid: 'work' },
    spec: {
      parallelism: 1,
      completions: 1,
      backoffLimit: 6,
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'work' }] } },
      ...spec,
    },
    status,
  };
}

export interface SamplePod {
  readonly name: string;
  readonly phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed';
  readonly index?: number;
  readonly isLeaving?: boolean;
  readonly isTracked?: boolean;
  readonly exitCode?: number;
  readonly secondsAgo?: number;
  readonly restarts?: number;
}

export function sampleJobPod(sample: SamplePod): Pod {
  const { name, phase = 'Running', index, isLeaving = false, isTracked = true, restarts = 0 } = sample;
  const endedAt = new Date(NOW_MS - (sample.secondsAgo ?? 3600) * 1000).toISOString();
  const exitCode = sample.exitCode ?? (phase === 'Failed' ? 1 : 0);
  const isEnded = phase === 'Succeeded' || phase === 'Failed';
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'default',
      uid: name,
      ...(isTracked && { finalizers: [TRACKING] }),
      ...(index !== undefined && {
        annotations: { 'batch.kubernetes.io/job-completion-index': String(index) },
      }),
      ...(isLeaving && { deletionTimestamp: endedAt }),
    },
    spec: { containers: [] },
    status: {
      phase,
      containerStatuses: [
        {
          name: 'work',
          ready: false,
          restartCount: restarts,
          image: '',
          imageID: '',
          ...(isEnded && { state: { terminated: { exitCode, finishedAt: endedAt } } }),
        },
      ],
    },
  };
}

import type { Condition, CronJob, Job } from '@banyan/api/objects';
import type { RecordedEvent } from '../../cluster/event-recorder.ts';

export type ActiveJob = NonNullable<NonNullable<CronJob['status']>['active']>[number];

export interface KnownJobs {
  /** Those that still run. */
  readonly active: readonly ActiveJob[];
  readonly lastSuccessfulTime: string | undefined;
  readonly events: readonly RecordedEvent[];
}

/** What a CronJob says next of the Jobs that it started. */
export function activeAfter({ status }: Readonly<CronJob>, jobs: readonly Readonly<Job>[]): KnownJobs {
  const byUid = new Map(jobs.map((job) => [job.metadata.uid, job]));
  const known = status?.active ?? [];
  const events = known.flatMap(({ uid, name }): RecordedEvent[] => {
    const job = byUid.get(uid);
    if (job === undefined)
      return [{ type: 'Normal', reason: 'MissingJob', message: `Active job went missing: ${name}` }];
    const end = endOf(job);
    if (end === undefined) return [];
    const message = `Saw completed job: ${name}, condition: ${end.type}`;
    return [{ type: 'Normal', reason: 'SawCompletedJob', message }];
  });
  const successes = jobs.flatMap((job) =>
    endOf(job)?.type === 'Complete' ? (job.status?.completionTime ?? []) : [],
  );
  const unexpected = jobs.filter(
    (job) => endOf(job) === undefined && !known.some(({ uid }) => uid === job.metadata.uid),
  );
  return {
    active: known.filter(({ uid }) => {
      const job = byUid.get(uid);
      return job !== undefined && endOf(job) === undefined;
    }),
    lastSuccessfulTime: [status?.lastSuccessfulTime ?? '', ...successes].toSorted().at(-1) || undefined,
    events: [
      ...events,
      ...unexpected.map(({ metadata }): RecordedEvent => ({
        type: 'Warning',
        reason: 'UnexpectedJob',
        message: `Saw a job that the controller did not create or forgot: ${metadata.name}`,
      })),
    ],
  };
}

/** Jobs that ended, beyond what is to be kept, the oldest first. */
export function surplusJobs({ spec }: Readonly<CronJob>, jobs: readonly Readonly<Job>[]): Readonly<Job>[] {
  const beyond = (type: string, limit: number | undefined) => {
    const ended = jobs.filter(
      (job) => endOf(job)?.type === type && job.metadata.deletionTimestamp === undefined,
    );
    const surplus = limit === undefined ? 0 : Math.max(0, ended.length - limit);
    return ended.toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : 1)).slice(0, surplus);
  };
  return [
    ...beyond('Complete', spec.successfulJobsHistoryLimit),
    ...beyond('Failed', spec.failedJobsHistoryLimit),
  ];
}

function endOf({ status }: Readonly<Job>): Condition | undefined {
  return status?.conditions?.find(
    (condition) =>
      (condition.type === 'Complete' || condition.type === 'Failed') && condition.status === 'True',
  );
}

function startOf({ status, metadata }: Readonly<Job>): string {
  return `${status?.startTime ?? '~'} ${metadata.name}`;
}

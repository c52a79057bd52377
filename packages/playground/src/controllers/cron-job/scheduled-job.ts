import type { CronJob, Job } from '@banyan/api/objects';
import { CRON_JOBS } from '../../cluster/resources.ts';
import { controllerReference } from '../pods/controller-reference.ts';
import { zoneOf } from './time-zone.ts';

const SCHEDULED_AT = 'batch.kubernetes.io/cronjob-scheduled-timestamp';

/** Named after the minute: however often it is tried, there is one Job for a time. */
export function jobNameAt({ metadata }: Readonly<CronJob>, dueMs: number): string {
  return `${metadata.name}-${Math.trunc(dueMs / 60_000)}`;
}

export function scheduledJob(cron: Readonly<CronJob>, dueMs: number): Pick<Job, 'metadata' | 'spec'> {
  const { metadata = {}, spec } = structuredClone(cron.spec.jobTemplate);
  const { namespace } = cron.metadata;
  return {
    metadata: {
      name: jobNameAt(cron, dueMs),
      ...(namespace !== undefined && { namespace }),
      ...(metadata.labels && { labels: metadata.labels }),
      annotations: { ...metadata.annotations, [SCHEDULED_AT]: wallTime(dueMs, cron.spec.timeZone) },
      ownerReferences: [controllerReference(CRON_JOBS, cron)],
    },
    spec,
  };
}

/** With the offset of the zone: `2030-01-01T09:00:00+01:00`. */
function wallTime(ms: number, timeZone = 'UTC'): string {
  const wallMs = zoneOf(timeZone).wallMs(ms);
  const offsetMinutes = Math.round((wallMs - ms) / 60_000);
  const text = new Date(wallMs).toISOString().slice(0, 19);
  if (offsetMinutes === 0) return `${text}Z`;
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  const size = Math.abs(offsetMinutes);
  return `${text}${offsetMinutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

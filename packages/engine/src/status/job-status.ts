import type { CronJob, Job } from '@banyan/api/objects';
import { conditionOf, conditionText, isTrue } from './conditions.ts';
import {
  HEALTHY,
  degraded,
  progressing,
  suspended,
  type ObjectHealth,
  type ReplicaCounters,
} from './object-health.ts';
import { picked } from './workload-status.ts';

export function jobHealth({ status = {} }: Job): ObjectHealth {
  const { conditions, active = 0, succeeded = 0 } = status;
  const failed = conditionOf(conditions, 'Failed');
  if (failed?.status === 'True') return degraded(conditionText(failed));
  if (isTrue(conditions, 'Complete')) return HEALTHY;
  if (isTrue(conditions, 'Suspended')) return suspended('the job is suspended');
  return progressing(`${active} pods active, ${succeeded} succeeded`);
}

/** That a run failed is the run's: the schedule itself does as it should. */
export function cronJobHealth({ spec }: CronJob): ObjectHealth {
  return spec?.suspend === true ? suspended('the schedule is suspended') : HEALTHY;
}

export function jobCounters({ status }: Job): ReplicaCounters {
  return picked(status, ['active', 'succeeded', 'failed']);
}

export function cronJobCounters({ status }: CronJob): ReplicaCounters {
  return status === undefined ? {} : { active: status.active?.length ?? 0 };
}

import type { CronJob } from '@banyan/api/objects';
import type { Schedule } from './cron-schedule.ts';

/** Beyond this many missed times something is wrong with clocks or deadlines. */
const MANY = 100;

export interface DueTime {
  /** The latest time that has come and was not seen to; undefined: none. */
  readonly dueMs: number | undefined;
  readonly isLongMissed: boolean;
}

/** What is due of a CronJob now. Of several missed times only the last counts. */
export function dueTime(cron: Readonly<CronJob>, schedule: Schedule, nowMs: number): DueTime {
  const deadlineMs = (cron.spec.startingDeadlineSeconds ?? Infinity) * 1000;
  const fromMs = Math.max(seenMs(cron), nowMs - deadlineMs);
  const firstMs = schedule.next(fromMs);
  if (firstMs === undefined || firstMs > nowMs) return { dueMs: undefined, isLongMissed: false };
  const stepMs = (schedule.next(firstMs) ?? Infinity) - firstMs;
  return { dueMs: schedule.last(fromMs, nowMs), isLongMissed: (nowMs - firstMs) / stepMs >= MANY };
}

/** Milliseconds until there is something to do again; undefined: never. */
export function untilNextMs(schedule: Schedule, nowMs: number): number | undefined {
  const nextMs = schedule.next(nowMs);
  return nextMs === undefined ? undefined : nextMs - nowMs;
}

function seenMs({ metadata, status }: Readonly<CronJob>): number {
  return Date.parse(status?.lastScheduleTime ?? metadata.creationTimestamp ?? '');
}

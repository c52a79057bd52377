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
  let atMs = schedule.next(Math.max(seenMs(cron), nowMs - deadlineMs));
  if (atMs === undefined || atMs > nowMs) return { dueMs: undefined, isLongMissed: false };
  let missed = 1;
  for (let nextMs = schedule.next(atMs); nextMs !== undefined && nextMs <= nowMs;) {
    atMs = nextMs;
    missed += 1;
    nextMs = schedule.next(missed > MANY ? Math.max(atMs, leapMs(atMs, schedule, nowMs)) : atMs);
  }
  return { dueMs: atMs, isLongMissed: missed > MANY };
}

/** Close to now, but not so close that the last time could be missed. */
function leapMs(atMs: number, schedule: Schedule, nowMs: number): number {
  const stepMs = (schedule.next(atMs) ?? atMs) - atMs;
  return nowMs - 2 * stepMs;
}

/** Milliseconds until there is something to do again; undefined: never. */
export function untilNextMs(schedule: Schedule, nowMs: number): number | undefined {
  const nextMs = schedule.next(nowMs);
  return nextMs === undefined ? undefined : nextMs - nowMs;
}

function seenMs({ metadata, status }: Readonly<CronJob>): number {
  return Date.parse(status?.lastScheduleTime ?? metadata.creationTimestamp ?? '');
}

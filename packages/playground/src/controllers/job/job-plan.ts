import type { Job, Pod } from '@banyan/api/objects';
import { byWorthToDelete } from '../pods/pod-ranking.ts';
import { backoffLeftMs } from './job-backoff.ts';
import { indexOf, type WantedPod } from './job-pod.ts';
import { countsByIndex, hasValidIndex, isIndexed, replacesOnlyEnded, type JobTally } from './job-tally.ts';

/** Which pods a Job needs, while it goes on. */
export interface JobPlan {
  readonly create: readonly WantedPod[];
  /** Those that it no longer needs; they do not count as failures. */
  readonly delete: readonly Readonly<Pod>[];
  /** Milliseconds until more may be created, after failures. */
  readonly waitMs?: number;
}

export function planJob(job: Readonly<Job>, tally: JobTally, nowMs: number): JobPlan {
  const { active, terminating } = tally;
  if (job.spec.suspend === true) return { create: [], delete: active };
  const wanted = wantedActive(job, tally);
  const surplus = surplusPods(job, active, Math.max(0, active.length - wanted));
  if (surplus.length > 0) return { create: [], delete: surplus };
  const leaving = replacesOnlyEnded(job) ? terminating.length : 0;
  const missing = wanted - active.length - leaving;
  if (missing <= 0) return NOTHING;
  if (countsByIndex(job)) return planIndexes(job, tally, missing, nowMs);
  const waitMs = backoffLeftMs({ failed: tally.failedPods, succeeded: tally.succeededPods }, nowMs);
  if (waitMs > 0) return { ...NOTHING, waitMs };
  const create = isIndexed(job)
    ? pendingIndexes(job, tally, missing).map((index) => ({ index }))
    : Array.from({ length: missing }, () => ({}));
  return { create, delete: [] };
}

const NOTHING: JobPlan = { create: [], delete: [] };

function wantedActive({ spec }: Readonly<Job>, { active, succeeded }: JobTally): number {
  const { parallelism = 1, completions } = spec;
  // Without a number of completions the first success says that the work is done: the others may end.
  if (completions === undefined) return succeeded > 0 ? active.length : parallelism;
  return Math.max(0, Math.min(parallelism, completions - succeeded));
}

/** First those whose index is another's or none. */
function surplusPods(job: Readonly<Job>, active: readonly Readonly<Pod>[], atLeast: number): Readonly<Pod>[] {
  const ranked = byWorthToDelete(active);
  if (!isIndexed(job)) return ranked.slice(0, atLeast);
  const kept = new Map<number, Readonly<Pod>>();
  for (const pod of ranked) if (hasValidIndex(job, pod)) kept.set(indexOf(pod) ?? 0, pod);
  const remaining = new Set(kept.values());
  const double = ranked.filter((pod) => !remaining.has(pod));
  const more = ranked.filter((pod) => remaining.has(pod)).slice(0, Math.max(0, atLeast - double.length));
  return [...double, ...more];
}

function pendingIndexes(
  job: Readonly<Job>,
  { active, terminating, succeededIndexes, failedIndexes }: JobTally,
  count: number,
): number[] {
  const busy = [...active, ...(replacesOnlyEnded(job) ? terminating : [])];
  const taken = new Set([...busy.map(indexOf), ...succeededIndexes, ...failedIndexes]);
  const pending: number[] = [];
  const { completions = 0 } = job.spec;
  for (let i = 0; i < completions && pending.length < count; i += 1) if (!taken.has(i)) pending.push(i);
  return pending;
}

/** Each index waits for its own failures. */
function planIndexes(job: Readonly<Job>, tally: JobTally, missing: number, nowMs: number): JobPlan {
  const failedByIndex = Map.groupBy(tally.failedPods, indexOf);
  const waits = pendingIndexes(job, tally, missing).map((index) => {
    const failed = failedByIndex.get(index) ?? [];
    return { index, waitMs: backoffLeftMs({ failed, succeeded: [] }, nowMs) };
  });
  const create = waits
    .filter(({ waitMs }) => waitMs === 0)
    .map(({ index }) => ({ index, indexFailures: tally.failuresByIndex.get(index) ?? 0 }));
  const later = waits.filter(({ waitMs }) => waitMs > 0).map(({ waitMs }) => waitMs);
  return { create, delete: [], ...(later.length > 0 && { waitMs: Math.min(...later) }) };
}

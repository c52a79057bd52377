import type { Job, Pod } from '@banyan/api/objects';
import { isActive } from '../pods/pod-facts.ts';
import { parseIndexes } from './index-ranges.ts';
import { indexOf, isTracked } from './job-pod.ts';
import { judgeFailure } from './pod-failure-policy.ts';

/** What the pods of a Job amount to. */
export interface JobTally {
  readonly active: readonly Readonly<Pod>[];
  /** On their way out, not yet ended. */
  readonly terminating: readonly Readonly<Pod>[];
  /** All that ended well or not, counted already or not. */
  readonly succeededPods: readonly Readonly<Pod>[];
  readonly failedPods: readonly Readonly<Pod>[];
  readonly succeeded: number;
  readonly failed: number;
  /** Of a Job with indexes. */
  readonly succeededIndexes: ReadonlySet<number>;
  /** Of a Job that counts failures by index. */
  readonly failedIndexes: ReadonlySet<number>;
  readonly failuresByIndex: ReadonlyMap<number, number>;
}

export function tallyJob(job: Readonly<Job>, pods: readonly Readonly<Pod>[]): JobTally {
  const { status = {}, spec } = job;
  const uncounted = {
    succeeded: new Set(status.uncountedTerminatedPods?.succeeded),
    failed: new Set(status.uncountedTerminatedPods?.failed),
  };
  const valid = pods.filter((pod) => hasValidIndex(job, pod));
  const succeededPods = valid.filter((pod) => pod.status?.phase === 'Succeeded');
  // One that the Job no longer needed, and let go, did not fail.
  const failedPods = valid.filter(
    (pod) => isFailed(job, pod) && (isTracked(pod) || pod.status?.phase === 'Failed'),
  );
  const isNew = (known: ReadonlySet<string>) => (pod: Readonly<Pod>) =>
    isTracked(pod) && !known.has(pod.metadata.uid ?? '');
  const newlyFailed = failedPods.filter(isNew(uncounted.failed)).filter((pod) => isCounted(job, pod));
  const succeededIndexes = parseIndexes(status.completedIndexes, spec.completions);
  for (const pod of isIndexed(job) ? succeededPods : []) succeededIndexes.add(indexOf(pod) ?? 0);
  const failuresByIndex = countByIndex(job, failedPods);
  return {
    active: pods.filter(isActive),
    terminating: pods.filter(isTerminating),
    succeededPods,
    failedPods,
    succeeded: isIndexed(job)
      ? succeededIndexes.size
      : (status.succeeded ?? 0) +
        uncounted.succeeded.size +
        succeededPods.filter(isNew(uncounted.succeeded)).length,
    failed: (status.failed ?? 0) + uncounted.failed.size + newlyFailed.length,
    succeededIndexes,
    failedIndexes: failedIndexes(job, failedPods, failuresByIndex),
    failuresByIndex,
  };
}

export function isIndexed({ spec }: Readonly<Job>): boolean {
  return spec.completionMode === 'Indexed';
}

export function countsByIndex({ spec }: Readonly<Job>): boolean {
  return spec.backoffLimitPerIndex !== undefined;
}

/** With a policy for failures, or if asked so, a pod is replaced only when it has ended, not when it is on its way. */
export function replacesOnlyEnded({ spec }: Readonly<Job>): boolean {
  return spec.podReplacementPolicy === 'Failed' || spec.podFailurePolicy !== undefined;
}

export function isFailed(job: Readonly<Job>, { status, metadata }: Readonly<Pod>): boolean {
  if (status?.phase === 'Failed') return true;
  return !replacesOnlyEnded(job) && metadata.deletionTimestamp !== undefined && status?.phase !== 'Succeeded';
}

/** A failure that the policy says to ignore counts for nothing. */
export function isCounted({ spec }: Readonly<Job>, pod: Readonly<Pod>): boolean {
  return judgeFailure(spec.podFailurePolicy, pod)?.action !== 'Ignore';
}

export function isTerminating({ status, metadata }: Readonly<Pod>): boolean {
  return (
    metadata.deletionTimestamp !== undefined && status?.phase !== 'Succeeded' && status?.phase !== 'Failed'
  );
}

export function hasValidIndex(job: Readonly<Job>, pod: Readonly<Pod>): boolean {
  if (!isIndexed(job)) return true;
  const index = indexOf(pod);
  return index !== undefined && index < (job.spec.completions ?? 0);
}

function countByIndex(job: Readonly<Job>, failed: readonly Readonly<Pod>[]): Map<number, number> {
  const counts = new Map<number, number>();
  if (!countsByIndex(job)) return counts;
  for (const pod of failed) {
    const index = indexOf(pod);
    if (index !== undefined && isCounted(job, pod)) counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return counts;
}

function failedIndexes(
  job: Readonly<Job>,
  failed: readonly Readonly<Pod>[],
  failures: ReadonlyMap<number, number>,
): ReadonlySet<number> {
  const { backoffLimitPerIndex: limit, podFailurePolicy, completions } = job.spec;
  const indexes = parseIndexes(job.status?.failedIndexes, completions);
  if (limit === undefined) return indexes;
  for (const [index, count] of failures) if (count > limit) indexes.add(index);
  for (const pod of failed)
    if (judgeFailure(podFailurePolicy, pod)?.action === 'FailIndex') indexes.add(indexOf(pod) ?? 0);
  return indexes;
}

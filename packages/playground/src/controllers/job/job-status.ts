import type { Condition, Job, JobStatus, Pod } from '@banyan/api/objects';
import { timestamp } from '../../cluster/set-condition.ts';
import { isActive, isReady } from '../pods/pod-facts.ts';
import { formatIndexes } from './index-ranges.ts';
import { isTracked } from './job-pod.ts';
import {
  countsByIndex,
  hasValidIndex,
  isCounted,
  isFailed,
  isIndexed,
  isTerminating,
  type JobTally,
} from './job-tally.ts';
import type { JobVerdict } from './job-verdict.ts';

/** Pods that may go as far as the Job is concerned, and how they count once they may. */
export interface Ended {
  readonly untracked: readonly Readonly<Pod>[];
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
}

/** What the status is to say next about pods that ended. `pods` as they were before any was deleted. */
export function countEnded(
  job: Readonly<Job>,
  pods: readonly Readonly<Pod>[],
  verdict: JobVerdict | undefined,
): Ended {
  const { succeeded: knownSucceeded = [], failed: knownFailed = [] } =
    job.status?.uncountedTerminatedPods ?? {};
  const succeeded = new Set(knownSucceeded);
  const failed = new Set(knownFailed);
  const isOver = job.metadata.deletionTimestamp !== undefined || verdict !== undefined;
  const untracked = pods.filter(
    (pod) => isTracked(pod) && (isOver || pod.status?.phase === 'Succeeded' || isFailed(job, pod)),
  );
  for (const pod of untracked) {
    const { uid = '' } = pod.metadata;
    if (!hasValidIndex(job, pod)) continue;
    if (pod.status?.phase === 'Succeeded' && !failed.has(uid)) {
      if (!isIndexed(job)) succeeded.add(uid);
    } else if ((isFailed(job, pod) || verdict?.type === 'FailureTarget') && isCounted(job, pod)) {
      failed.add(uid);
    }
  }
  return { untracked, succeeded: [...succeeded], failed: [...failed] };
}

/** What changes first: everything but the counts of those that ended, which must not be counted twice. */
export function withUncounted(
  job: Readonly<Job>,
  { ended, tally, pods }: { ended: Ended; tally: JobTally; pods: readonly Readonly<Pod>[] },
): JobStatus {
  const active = pods.filter(isActive);
  const { succeeded, failed } = ended;
  return {
    ...job.status,
    active: active.length,
    ready: active.filter(isReady).length,
    terminating: pods.filter(isTerminating).length,
    ...(isIndexed(job) && {
      completedIndexes: formatIndexes(tally.succeededIndexes),
      succeeded: tally.succeededIndexes.size,
    }),
    ...(countsByIndex(job) && { failedIndexes: formatIndexes(tally.failedIndexes) }),
    uncountedTerminatedPods: {
      ...(succeeded.length > 0 && { succeeded: [...succeeded] }),
      ...(failed.length > 0 && { failed: [...failed] }),
    },
  };
}

/** The uncounted are counted. */
export function counted(status: JobStatus): JobStatus {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  return {
    ...status,
    succeeded: (status.succeeded ?? 0) + succeeded.length,
    failed: (status.failed ?? 0) + failed.length,
    uncountedTerminatedPods: {},
  };
}

/** Says a condition, with its times, unless it is said already. One that never held is not said to be false. */
export function withJobCondition(
  conditions: readonly Condition[] = [],
  condition: Pick<Condition, 'type' | 'status' | 'reason' | 'message'>,
  nowMs: number,
): Condition[] {
  const old = conditions.find(({ type }) => type === condition.type);
  const isSame =
    old?.status === condition.status && old.reason === condition.reason && old.message === condition.message;
  if (isSame || (old === undefined && condition.status === 'False')) return [...conditions];
  const next = { ...condition, lastProbeTime: timestamp(nowMs), lastTransitionTime: timestamp(nowMs) };
  return old === undefined ? [...conditions, next] : conditions.map((each) => (each === old ? next : each));
}

import type { Condition, Job, Pod } from '@banyan/api/objects';
import { parseIndexes } from './index-ranges.ts';
import { isFailed, isIndexed, type JobTally } from './job-tally.ts';
import { judgeFailure } from './pod-failure-policy.ts';

/** How a Job ends, said before it has: its last pods are still to go. */
export interface JobVerdict {
  readonly type: 'SuccessCriteriaMet' | 'FailureTarget';
  readonly reason: string;
  readonly message: string;
}

/** Why a Job ends whatever its pods still do; undefined: it goes on. */
export function judgeJob(
  job: Readonly<Job>,
  pods: readonly Readonly<Pod>[],
  tally: JobTally,
  nowMs: number,
): JobVerdict | undefined {
  const said = saidVerdict(job);
  if (said !== undefined) return said;
  const { backoffLimit = 6 } = job.spec;
  const judged = judgedByPolicy(job, pods);
  if (judged !== undefined) return failure('PodFailurePolicy', judged);
  if (tally.failed > backoffLimit || hasRestartedTooOften(job, pods))
    return failure('BackoffLimitExceeded', 'Job has reached the specified backoff limit');
  if (untilDeadlineMs(job, nowMs) === 0)
    return failure('DeadlineExceeded', 'Job was active longer than specified deadline');
  return isIndexed(job) ? judgeIndexes(job, tally) : undefined;
}

export const COMPLETED: JobVerdict = {
  type: 'SuccessCriteriaMet',
  reason: 'CompletionsReached',
  message: 'Reached expected number of succeeded pods',
};

/** Milliseconds until it was active for too long; undefined: it may be for ever. */
export function untilDeadlineMs({ spec, status }: Readonly<Job>, nowMs: number): number | undefined {
  if (spec.activeDeadlineSeconds === undefined || spec.suspend === true) return undefined;
  if (status?.startTime === undefined) return spec.activeDeadlineSeconds * 1000;
  return Math.max(0, Date.parse(status.startTime) + spec.activeDeadlineSeconds * 1000 - nowMs);
}

export function conditionOf({ status }: Readonly<Job>, type: string): Condition | undefined {
  return status?.conditions?.find((condition) => condition.type === type && condition.status === 'True');
}

function saidVerdict(job: Readonly<Job>): JobVerdict | undefined {
  for (const type of ['SuccessCriteriaMet', 'FailureTarget'] as const) {
    const said = conditionOf(job, type);
    if (said !== undefined) return { type, reason: said.reason ?? '', message: said.message ?? '' };
  }
  return undefined;
}

function judgedByPolicy(job: Readonly<Job>, pods: readonly Readonly<Pod>[]): string | undefined {
  if (job.spec.podFailurePolicy === undefined) return undefined;
  for (const pod of pods) {
    const verdict = isFailed(job, pod) ? judgeFailure(job.spec.podFailurePolicy, pod) : undefined;
    if (verdict?.action === 'FailJob') return verdict.message;
  }
  return undefined;
}

/** Containers that are restarted in place count as failures too. */
function hasRestartedTooOften({ spec }: Readonly<Job>, pods: readonly Readonly<Pod>[]): boolean {
  if (spec.template.spec.restartPolicy !== 'OnFailure') return false;
  const { backoffLimit = 6 } = spec;
  const restarts = pods
    .filter(({ status }) => status?.phase === 'Running' || status?.phase === 'Pending')
    .flatMap(({ status }) => [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])])
    .reduce((sum, { restartCount }) => sum + restartCount, 0);
  return backoffLimit === 0 ? restarts > 0 : restarts >= backoffLimit;
}

function judgeIndexes(
  { spec }: Readonly<Job>,
  { succeededIndexes, failedIndexes }: JobTally,
): JobVerdict | undefined {
  const { maxFailedIndexes, completions = 0, successPolicy } = spec;
  if (maxFailedIndexes !== undefined && failedIndexes.size > maxFailedIndexes)
    return failure(
      'MaxFailedIndexesExceeded',
      'Job has exceeded the specified maximal number of failed indexes',
    );
  if (failedIndexes.size > 0 && failedIndexes.size + succeededIndexes.size >= completions)
    return failure('FailedIndexes', 'Job has failed indexes');
  const rule = (successPolicy?.rules ?? []).findIndex(({ succeededIndexes: text, succeededCount }) => {
    if (succeededIndexes.size === 0) return false;
    if (text === undefined) return succeededCount !== undefined && succeededIndexes.size >= succeededCount;
    const wanted = parseIndexes(text, completions);
    const met = [...wanted].filter((index) => succeededIndexes.has(index)).length;
    return wanted.size > 0 && (met === wanted.size || met >= (succeededCount ?? Infinity));
  });
  if (rule < 0) return undefined;
  return { type: 'SuccessCriteriaMet', reason: 'SuccessPolicy', message: `Matched rules at index ${rule}` };
}

function failure(reason: string, message: string): JobVerdict {
  return { type: 'FailureTarget', reason, message };
}

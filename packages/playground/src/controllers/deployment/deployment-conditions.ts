import type { Condition, Deployment, ReplicaSet } from '@banyan/api/objects';
import { timestamp } from '../../cluster/set-condition.ts';

export type DeploymentReport = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;
type Status = NonNullable<Deployment['status']>;

/** More than any rollout takes: nobody wants to know. */
const NO_DEADLINE = 2 ** 31 - 1;

/** The same said again changes nothing, unless `anew`; what is new stands last. */
export function withReport(
  conditions: readonly Condition[] = [],
  report: DeploymentReport,
  nowMs: number,
  { anew = false } = {},
): Condition[] {
  const old = conditions.find(({ type }) => type === report.type);
  if (!anew && old?.status === report.status && old.reason === report.reason) return [...conditions];
  const now = timestamp(nowMs);
  const since = old?.status === report.status ? old.lastTransitionTime : now;
  return [
    ...conditions.filter((each) => each !== old),
    { ...report, lastUpdateTime: now, lastTransitionTime: since ?? now },
  ];
}

export function progressing(conditions: readonly Condition[] | undefined): Condition | undefined {
  return conditions?.find(({ type }) => type === 'Progressing');
}

export function hasDeadline({ spec }: Readonly<Deployment>): boolean {
  return spec.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds !== NO_DEADLINE;
}

export function progressReport(
  status: Condition['status'],
  reason: string,
  message: string,
): DeploymentReport {
  return { type: 'Progressing', status, reason, message };
}

/** What a pause, or its end, is worth saying; undefined: nothing. */
export function pauseReport(deployment: Readonly<Deployment>): DeploymentReport | undefined {
  const { reason } = progressing(deployment.status?.conditions) ?? {};
  if (!hasDeadline(deployment) || reason === 'ProgressDeadlineExceeded') return undefined;
  const isSaid = reason === 'DeploymentPaused';
  if (deployment.spec.paused === true)
    return isSaid ? undefined : progressReport('Unknown', 'DeploymentPaused', 'Deployment is paused');
  return isSaid ? progressReport('Unknown', 'DeploymentResumed', 'Deployment is resumed') : undefined;
}

/** Why pods cannot be made or deleted: the current set's reason goes before the others'. */
export function replicaFailure(
  current: Readonly<ReplicaSet> | undefined,
  all: readonly Readonly<ReplicaSet>[],
): DeploymentReport | undefined {
  const sets = current === undefined ? all : [current, ...all];
  const found = sets
    .flatMap(({ status }) => status?.conditions ?? [])
    .find(({ type }) => type === 'ReplicaFailure');
  if (found === undefined) return undefined;
  const { type, status, reason = '', message = '' } = found;
  return { type, status, reason, message };
}

export function isComplete({ spec }: Readonly<Deployment>, status: Status): boolean {
  const wanted = spec.replicas ?? 1;
  return (
    (status.updatedReplicas ?? 0) === wanted &&
    (status.replicas ?? 0) === wanted &&
    (status.availableReplicas ?? 0) === wanted
  );
}

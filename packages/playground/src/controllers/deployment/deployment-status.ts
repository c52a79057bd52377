import type { Condition, Deployment, ReplicaSet } from '@banyan/api/objects';
import { setCondition, timestamp } from '../../cluster/set-condition.ts';
import { unavailableOf } from './rollout-plan.ts';

export interface DeploymentSets {
  readonly current: Readonly<ReplicaSet> | undefined;
  readonly all: readonly Readonly<ReplicaSet>[];
}

type Status = NonNullable<Deployment['status']>;

/** What a deployment says of itself, from what its sets say. */
export function deploymentStatus(
  deployment: Readonly<Deployment>,
  sets: DeploymentSets,
  nowMs: number,
): Status {
  const sum = (field: 'replicas' | 'readyReplicas' | 'availableReplicas' | 'terminatingReplicas') =>
    sets.all.reduce((total, { status }) => total + (status?.[field] ?? 0), 0);
  const replicas = sum('replicas');
  const availableReplicas = sum('availableReplicas');
  const counted: Status = {
    ...deployment.status,
    observedGeneration: deployment.metadata.generation ?? 0,
    replicas,
    updatedReplicas: sets.current?.status?.replicas ?? 0,
    readyReplicas: sum('readyReplicas'),
    availableReplicas,
    unavailableReplicas: Math.max(
      0,
      sets.all.reduce((total, { spec }) => total + (spec.replicas ?? 1), 0) - availableReplicas,
    ),
    terminatingReplicas: sum('terminatingReplicas'),
  };
  const available = availability(deployment, availableReplicas);
  const conditions = withUpdateTime(counted.conditions, available, nowMs);
  const progress = progressOf(deployment, counted, sets, nowMs);
  return {
    ...counted,
    conditions: progress === undefined ? conditions : withUpdateTime(conditions, progress, nowMs),
  };
}

type Report = Omit<Condition, 'lastTransitionTime'>;

function availability(deployment: Readonly<Deployment>, available: number): Report {
  const isEnough = available >= (deployment.spec.replicas ?? 1) - unavailableOf(deployment);
  return {
    type: 'Available',
    status: isEnough ? 'True' : 'False',
    reason: isEnough ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
    message: isEnough
      ? 'Deployment has minimum availability.'
      : 'Deployment does not have minimum availability.',
  };
}

/** Undefined: what it said before still holds. */
function progressOf(
  deployment: Readonly<Deployment>,
  status: Status,
  { current }: DeploymentSets,
  nowMs: number,
): Report | undefined {
  const { name } = deployment.metadata;
  const subject = current === undefined ? `Deployment "${name}"` : `ReplicaSet "${current.metadata.name}"`;
  const old = status.conditions?.find(({ type }) => type === 'Progressing');
  const report = (isWell: boolean, reason: string, message: string): Report => ({
    type: 'Progressing',
    status: isWell ? 'True' : 'False',
    reason,
    message: `${subject} ${message}`,
  });
  if (isComplete(deployment, status)) {
    return report(true, 'NewReplicaSetAvailable', 'has successfully progressed.');
  }
  if (hasMoved(deployment.status, status) || old === undefined) {
    return report(true, 'ReplicaSetUpdated', 'is progressing.');
  }
  const isLate = nowMs > deadlineMs(deployment, old);
  return isLate ? report(false, 'ProgressDeadlineExceeded', 'has timed out progressing.') : undefined;
}

export function isComplete({ spec }: Readonly<Deployment>, status: Status): boolean {
  const wanted = spec.replicas ?? 1;
  return (
    status.updatedReplicas === wanted && status.replicas === wanted && status.availableReplicas === wanted
  );
}

/** Milliseconds until a rollout that does not move is late; undefined: it cannot be. */
export function untilLate(
  deployment: Readonly<Deployment>,
  status: Status,
  nowMs: number,
): number | undefined {
  const progressing = status.conditions?.find(({ type }) => type === 'Progressing');
  if (progressing?.status !== 'True' || isComplete(deployment, status)) return undefined;
  return Math.max(0, deadlineMs(deployment, progressing) - nowMs) + 1000;
}

function deadlineMs({ spec }: Readonly<Deployment>, { lastUpdateTime = '' }: Condition): number {
  return Date.parse(lastUpdateTime) + (spec.progressDeadlineSeconds ?? 600) * 1000;
}

function hasMoved(before: Status | undefined, after: Status): boolean {
  const grown = (field: 'updatedReplicas' | 'readyReplicas' | 'availableReplicas') =>
    (after[field] ?? 0) > (before?.[field] ?? 0);
  const oldOnes = (status: Status | undefined) => (status?.replicas ?? 0) - (status?.updatedReplicas ?? 0);
  return (
    grown('updatedReplicas') ||
    grown('readyReplicas') ||
    grown('availableReplicas') ||
    oldOnes(after) < oldOnes(before)
  );
}

/** Written anew only when something is said otherwise, or the rollout moved. */
function withUpdateTime(conditions: Condition[] | undefined, report: Report, nowMs: number): Condition[] {
  const old = conditions?.find(({ type }) => type === report.type);
  const isSame = old?.status === report.status && old.reason === report.reason;
  const isMoving = report.reason === 'ReplicaSetUpdated';
  const lastUpdateTime = isSame && !isMoving ? (old?.lastUpdateTime ?? timestamp(nowMs)) : timestamp(nowMs);
  return setCondition(conditions, { ...report, lastUpdateTime }, nowMs);
}

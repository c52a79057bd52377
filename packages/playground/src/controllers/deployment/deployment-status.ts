import type { Condition, Deployment, ReplicaSet } from '@banyan/api/objects';
import {
  hasDeadline,
  isComplete,
  progressing,
  progressReport,
  replicaFailure,
  withReport,
  type DeploymentReport,
} from './deployment-conditions.ts';
import { total, unavailableOf } from './rollout-plan.ts';

export interface DeploymentSets {
  readonly current: Readonly<ReplicaSet> | undefined;
  readonly all: readonly Readonly<ReplicaSet>[];
}

type Status = NonNullable<Deployment['status']>;

/** What a deployment says of itself, from what its sets say. Nothing of progress: that is for a rollout. */
export function deploymentStatus(
  deployment: Readonly<Deployment>,
  sets: DeploymentSets,
  nowMs: number,
): Status {
  const sum = (field: 'replicas' | 'readyReplicas' | 'availableReplicas' | 'terminatingReplicas') =>
    sets.all.reduce((count, { status }) => count + (status?.[field] ?? 0), 0);
  const availableReplicas = sum('availableReplicas');
  const { conditions, collisionCount } = deployment.status ?? {};
  return {
    observedGeneration: deployment.metadata.generation ?? 0,
    replicas: sum('replicas'),
    updatedReplicas: sets.current?.status?.replicas ?? 0,
    readyReplicas: sum('readyReplicas'),
    availableReplicas,
    unavailableReplicas: Math.max(0, total(sets.all) - availableReplicas),
    terminatingReplicas: sum('terminatingReplicas'),
    ...(collisionCount !== undefined && { collisionCount }),
    conditions: withReport(conditions, availability(deployment, availableReplicas), nowMs),
  };
}

/** The same with how the rollout goes. */
export function rolloutStatus(deployment: Readonly<Deployment>, sets: DeploymentSets, nowMs: number): Status {
  const status = deploymentStatus(deployment, sets, nowMs);
  const conditions = withProgress(deployment, status, sets.current, nowMs);
  const failure = replicaFailure(sets.current, sets.all);
  return {
    ...status,
    conditions:
      failure === undefined
        ? conditions.filter(({ type }) => type !== 'ReplicaFailure')
        : withReport(conditions, failure, nowMs),
  };
}

function availability(deployment: Readonly<Deployment>, available: number): DeploymentReport {
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

function withProgress(
  deployment: Readonly<Deployment>,
  status: Status,
  current: Readonly<ReplicaSet> | undefined,
  nowMs: number,
): Condition[] {
  const { conditions = [] } = status;
  if (!hasDeadline(deployment)) return conditions.filter(({ type }) => type !== 'Progressing');
  const said = progressing(conditions);
  if (status.replicas === status.updatedReplicas && said?.reason === 'NewReplicaSetAvailable')
    return conditions;
  const subject =
    current === undefined
      ? `Deployment "${deployment.metadata.name}"`
      : `ReplicaSet "${current.metadata.name}"`;
  if (isComplete(deployment, status)) {
    const done = progressReport('True', 'NewReplicaSetAvailable', `${subject} has successfully progressed.`);
    return withReport(conditions, done, nowMs);
  }
  if (hasMoved(deployment.status, status)) {
    const moving = progressReport('True', 'ReplicaSetUpdated', `${subject} is progressing.`);
    return withReport(conditions, moving, nowMs, { anew: true });
  }
  if (said === undefined || !isLate(deployment, said, nowMs)) return conditions;
  const late = progressReport('False', 'ProgressDeadlineExceeded', `${subject} has timed out progressing.`);
  return withReport(conditions, late, nowMs);
}

function isLate(deployment: Readonly<Deployment>, said: Condition, nowMs: number): boolean {
  if (said.reason === 'NewReplicaSetAvailable') return false;
  return said.reason === 'ProgressDeadlineExceeded' || nowMs > deadlineMs(deployment, said);
}

/** Milliseconds until a rollout that does not move is late; undefined: it cannot be. */
export function untilLate(
  deployment: Readonly<Deployment>,
  status: Status,
  nowMs: number,
): number | undefined {
  const said = progressing(status.conditions);
  if (!hasDeadline(deployment) || said === undefined || isComplete(deployment, status)) return undefined;
  if (said.reason === 'ProgressDeadlineExceeded' || said.reason === 'NewReplicaSetAvailable')
    return undefined;
  // Times are told in whole seconds: a second later it is late by every clock.
  return Math.max(0, deadlineMs(deployment, said) - nowMs) + 1000;
}

function deadlineMs({ spec }: Readonly<Deployment>, { lastUpdateTime = '' }: Condition): number {
  return Date.parse(lastUpdateTime) + (spec.progressDeadlineSeconds ?? 0) * 1000;
}

/** New pods came or became better, or old ones went. */
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

import { matchesLabelSelector } from '@banyan/api';
import type { Condition, Pod } from '@banyan/api/objects';
import { setCondition } from '../../cluster/set-condition.ts';
import { isActive, untilAvailable } from '../pods/pod-facts.ts';
import type { ReplicaOwner } from './replica-kind.ts';

/** What could not be done about the pods. */
export interface ReplicaFailure {
  readonly reason: 'FailedCreate' | 'FailedDelete';
  readonly message: string;
}

export interface ReplicaReport {
  readonly status: NonNullable<ReplicaOwner['status']>;
  /** Milliseconds until the next ready pod counts as available. */
  readonly nextMs: number | undefined;
}

/** What an owner says of its pods. */
export function replicaStatus(
  owner: Readonly<ReplicaOwner>,
  pods: readonly Readonly<Pod>[],
  how: { failure: ReplicaFailure | undefined; countsTerminating: boolean; nowMs: number },
): ReplicaReport {
  const { minReadySeconds = 0, template } = owner.spec;
  const labels = { matchLabels: template?.metadata?.labels ?? {} };
  const count = { active: 0, labelled: 0, ready: 0, available: 0, terminating: 0 };
  let nextMs: number | undefined;
  for (const pod of pods) {
    if (isActive(pod)) {
      const waitMs = untilAvailable(pod, minReadySeconds, how.nowMs);
      count.active += 1;
      if (matchesLabelSelector(labels, pod.metadata.labels)) count.labelled += 1;
      if (waitMs !== undefined) count.ready += 1;
      if (waitMs === 0) count.available += 1;
      else if (waitMs !== undefined) nextMs = Math.min(waitMs, nextMs ?? waitMs);
    } else if (pod.status?.phase !== 'Succeeded' && pod.status?.phase !== 'Failed') count.terminating += 1;
  }
  const conditions = withFailure(owner.status?.conditions, how.failure, how.nowMs);
  return {
    status: {
      replicas: count.active,
      fullyLabeledReplicas: count.labelled,
      readyReplicas: count.ready,
      availableReplicas: count.available,
      ...(how.countsTerminating && { terminatingReplicas: count.terminating }),
      observedGeneration: owner.metadata.generation ?? 0,
      ...(conditions.length > 0 && { conditions }),
    },
    nextMs,
  };
}

function withFailure(
  conditions: readonly Condition[] | undefined,
  failure: ReplicaFailure | undefined,
  nowMs: number,
): Condition[] {
  if (failure === undefined) return (conditions ?? []).filter(({ type }) => type !== 'ReplicaFailure');
  // Other words for the same are no news: every news is a reason to try again at once.
  const isSaid = conditions?.some(
    ({ type, reason }) => type === 'ReplicaFailure' && reason === failure.reason,
  );
  if (isSaid === true) return [...(conditions ?? [])];
  return setCondition(conditions, { type: 'ReplicaFailure', status: 'True', ...failure }, nowMs);
}

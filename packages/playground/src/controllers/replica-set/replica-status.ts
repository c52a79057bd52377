import { matchesLabelSelector } from '@banyan/api';
import type { Condition, Pod } from '@banyan/api/objects';
import { setCondition } from '../../cluster/set-condition.ts';
import { isActive, isReady, untilAvailable } from '../pods/pod-facts.ts';
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
  const unfinished = pods.filter(({ status }) => status?.phase !== 'Succeeded' && status?.phase !== 'Failed');
  const active = unfinished.filter(isActive);
  const labels = owner.spec.template?.metadata?.labels ?? {};
  const waits = active.map((pod) => untilAvailable(pod, owner.spec.minReadySeconds ?? 0, how.nowMs));
  const coming = waits.filter((wait) => wait !== undefined && wait > 0) as number[];
  const conditions = withFailure(owner.status?.conditions, how.failure, how.nowMs);
  return {
    status: {
      replicas: active.length,
      fullyLabeledReplicas: active.filter(({ metadata }) =>
        matchesLabelSelector({ matchLabels: labels }, metadata.labels),
      ).length,
      readyReplicas: active.filter(isReady).length,
      availableReplicas: waits.filter((wait) => wait === 0).length,
      ...(how.countsTerminating && { terminatingReplicas: unfinished.length - active.length }),
      observedGeneration: owner.metadata.generation ?? 0,
      ...(conditions.length > 0 && { conditions }),
    },
    nextMs: coming.length === 0 ? undefined : Math.min(...coming),
  };
}

function withFailure(
  conditions: readonly Condition[] | undefined,
  failure: ReplicaFailure | undefined,
  nowMs: number,
): Condition[] {
  if (failure === undefined) return (conditions ?? []).filter(({ type }) => type !== 'ReplicaFailure');
  return setCondition(conditions, { type: 'ReplicaFailure', status: 'True', ...failure }, nowMs);
}

import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '@banyan/api/objects';
import { conditionOf, conditionText } from './conditions.ts';
import {
  HEALTHY,
  degraded,
  progressing,
  suspended,
  type ObjectHealth,
  type ReplicaCounters,
} from './object-health.ts';

export function deploymentHealth({ spec, status = {} }: Deployment): ObjectHealth {
  const wanted = spec?.replicas ?? 1;
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0, conditions } = status;
  const progress = conditionOf(conditions, 'Progressing');
  if (progress?.reason === 'ProgressDeadlineExceeded') return degraded(conditionText(progress));
  const failure = conditionOf(conditions, 'ReplicaFailure');
  if (failure?.status === 'True') return degraded(conditionText(failure));
  if (updatedReplicas < wanted) {
    const message = `${updatedReplicas} of ${wanted} replicas updated`;
    return spec?.paused === true ? suspended(`paused: ${message}`) : progressing(message);
  }
  if (replicas > updatedReplicas) return progressing(`${replicas - updatedReplicas} old replicas still run`);
  return enough(availableReplicas, wanted, 'available');
}

export function replicaSetHealth({ spec, status = {} }: ReplicaSet): ObjectHealth {
  const failure = conditionOf(status.conditions, 'ReplicaFailure');
  if (failure?.status === 'True') return degraded(conditionText(failure));
  return enough(status.availableReplicas ?? 0, spec?.replicas ?? 1, 'available');
}

export function statefulSetHealth({ spec, status = {} }: StatefulSet): ObjectHealth {
  const wanted = spec?.replicas ?? 1;
  const { readyReplicas = 0, updatedReplicas = 0, currentRevision, updateRevision } = status;
  if (readyReplicas < wanted) return progressing(`${readyReplicas} of ${wanted} replicas ready`);
  const { type, rollingUpdate } = spec?.updateStrategy ?? {};
  if (type === 'OnDelete' || currentRevision === updateRevision) return HEALTHY;
  const toUpdate = Math.max(0, wanted - (rollingUpdate?.partition ?? 0));
  return enough(updatedReplicas, toUpdate, 'updated');
}

export function daemonSetHealth({ spec, status }: DaemonSet): ObjectHealth {
  if (status === undefined) return progressing('not yet scheduled');
  const { desiredNumberScheduled: wanted, updatedNumberScheduled = 0, numberAvailable = 0 } = status;
  if (spec?.updateStrategy?.type !== 'OnDelete' && updatedNumberScheduled < wanted) {
    return progressing(`${updatedNumberScheduled} of ${wanted} pods updated`);
  }
  return enough(numberAvailable, wanted, 'available');
}

function enough(have: number, wanted: number, what: string): ObjectHealth {
  return have >= wanted ? HEALTHY : progressing(`${have} of ${wanted} replicas ${what}`);
}

/** Of Deployments, ReplicaSets and StatefulSets, and of custom kinds that count as they do. */
export function replicaCounters(status: unknown): ReplicaCounters {
  return picked(status, [
    'observedGeneration',
    'replicas',
    'updatedReplicas',
    'currentReplicas',
    'readyReplicas',
    'availableReplicas',
    'unavailableReplicas',
  ]);
}

export function daemonSetCounters({ status }: DaemonSet): ReplicaCounters {
  if (status === undefined) return {};
  return picked(
    {
      observedGeneration: status.observedGeneration,
      replicas: status.desiredNumberScheduled,
      updatedReplicas: status.updatedNumberScheduled,
      currentReplicas: status.currentNumberScheduled,
      readyReplicas: status.numberReady,
      availableReplicas: status.numberAvailable,
      unavailableReplicas: status.numberUnavailable,
    },
    COUNTERS,
  );
}

export const COUNTERS = [
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'currentReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
  'active',
  'succeeded',
  'failed',
] as const satisfies readonly (keyof ReplicaCounters)[];

export function picked(source: unknown, names: readonly (keyof ReplicaCounters)[]): ReplicaCounters {
  const counters: Partial<Record<keyof ReplicaCounters, number>> = {};
  const fields = (typeof source === 'object' && source !== null ? source : {}) as Record<string, unknown>;
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'number') counters[name] = value;
  }
  return counters;
}

import type { Pod, StatefulSet } from '@banyan/api/objects';
import { isReady, untilAvailable } from '../pods/pod-facts.ts';
import { revisionNameOf } from './stateful-pod.ts';

export interface StatefulSetRevisions {
  readonly currentRevision: string;
  readonly updateRevision: string;
  readonly collisionCount: number;
}

/** What a set says of its pods. When all are of the new revision, that is the current one. */
export function statefulSetStatus(
  { metadata, spec }: Readonly<StatefulSet>,
  pods: readonly Readonly<Pod>[],
  { currentRevision, updateRevision, collisionCount }: StatefulSetRevisions,
  nowMs: number,
): NonNullable<StatefulSet['status']> {
  const ready = pods.filter((pod) => pod.status?.phase === 'Running' && isReady(pod));
  const available = ready.filter((pod) => untilAvailable(pod, spec.minReadySeconds ?? 0, nowMs) === 0);
  const staying = pods.filter((pod) => pod.metadata.deletionTimestamp === undefined);
  const countOf = (revision: string) => staying.filter((pod) => revisionNameOf(pod) === revision).length;
  const wanted = spec.replicas ?? 1;
  const updatedReplicas = countOf(updateRevision);
  const isComplete =
    (spec.updateStrategy?.type ?? 'RollingUpdate') === 'RollingUpdate' &&
    [updatedReplicas, ready.length, pods.length].every((count) => count === wanted);
  return {
    observedGeneration: metadata.generation ?? 0,
    replicas: pods.length,
    readyReplicas: ready.length,
    availableReplicas: available.length,
    currentReplicas: isComplete ? updatedReplicas : countOf(currentRevision),
    updatedReplicas,
    currentRevision: isComplete ? updateRevision : currentRevision,
    updateRevision,
    collisionCount,
  };
}

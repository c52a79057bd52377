import type { DaemonSet } from '@banyan/api/objects';
import { isReady, untilAvailable } from '../pods/pod-facts.ts';
import { HASH_LABEL } from './daemon-pod.ts';
import { byAge, daemonNodes, isAvailable, type DaemonSetView } from './daemon-set-plan.ts';

export interface DaemonSetReport {
  readonly status: NonNullable<DaemonSet['status']>;
  /** Milliseconds until the next ready pod counts as available. */
  readonly nextMs: number | undefined;
}

/** What a set says of itself: of each node, its oldest pod counts. */
export function daemonSetStatus(view: DaemonSetView, collisionCount: number): DaemonSetReport {
  const { set, hash, nowMs } = view;
  const places = daemonNodes(view).map((node) => ({ ...node, pod: node.pods.toSorted(byAge)[0] }));
  const wanted = places.filter(({ shouldRun }) => shouldRun);
  const pods = wanted.flatMap(({ pod }) => pod ?? []);
  const available = pods.filter((pod) => isAvailable(pod, view)).length;
  const waits = pods.map((pod) => untilAvailable(pod, set.spec.minReadySeconds ?? 0, nowMs) ?? 0);
  const coming = waits.filter((wait) => wait > 0);
  return {
    status: {
      currentNumberScheduled: pods.length,
      numberMisscheduled: places.filter(({ shouldRun, pod }) => !shouldRun && pod !== undefined).length,
      desiredNumberScheduled: wanted.length,
      numberReady: pods.filter(isReady).length,
      updatedNumberScheduled: pods.filter(({ metadata }) => metadata.labels?.[HASH_LABEL] === hash).length,
      numberAvailable: available,
      numberUnavailable: wanted.length - available,
      observedGeneration: set.metadata.generation ?? 0,
      ...(collisionCount > 0 && { collisionCount }),
    },
    nextMs: coming.length === 0 ? undefined : Math.min(...coming),
  };
}

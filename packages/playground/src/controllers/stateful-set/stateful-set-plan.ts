import type { Pod, StatefulSet } from '@banyan/api/objects';
import { intOrPercent } from '../pods/int-or-percent.ts';
import { isReady, untilAvailable } from '../pods/pod-facts.ts';
import { ordinalOf, revisionNameOf } from './stateful-pod.ts';

export interface StatefulSetView {
  readonly set: Readonly<StatefulSet>;
  readonly pods: readonly Readonly<Pod>[];
  readonly currentRevision: string;
  readonly updateRevision: string;
  readonly nowMs: number;
}

/** What to do next. */
export interface StatefulSetPlan {
  /** Pods that are missing, by ordinal, and the revision that each is made from. */
  readonly create: readonly { readonly ordinal: number; readonly revision: string }[];
  readonly delete: readonly Readonly<Pod>[];
}

interface Placed {
  readonly ordinal: number;
  /** Undefined: it is missing. */
  readonly pod: Readonly<Pod> | undefined;
}

/** With ordered management one thing at a time, lowest ordinal first; in parallel everything at once. */
export function planStatefulSet(view: StatefulSetView): StatefulSetPlan {
  const { replicas, condemned } = placePods(view);
  const isOrdered = view.set.spec.podManagementPolicy !== 'Parallel';
  const steps: StatefulSetPlan[] = [];
  for (const place of replicas) {
    const step = stepForReplica(place, view, isOrdered);
    if (step === undefined) continue;
    steps.push(step);
    if (isOrdered) return step;
  }
  const broken = [...replicas, ...condemned.toReversed()].find(({ pod }) => isUnavailable(pod, view))?.pod;
  for (const { pod } of condemned) {
    if (pod === undefined) continue;
    const isLeaving = pod.metadata.deletionTimestamp !== undefined;
    if (isOrdered && (isLeaving || (isUnavailable(pod, view) && pod !== broken))) return NOTHING;
    if (!isLeaving) steps.push({ create: [], delete: [pod] });
    if (isOrdered) return steps.at(-1) ?? NOTHING;
  }
  steps.push({ create: [], delete: outdatedToDelete(replicas, view) });
  return {
    create: steps.flatMap(({ create }) => create),
    delete: [...new Set(steps.flatMap((step) => step.delete))],
  };
}

const NOTHING: StatefulSetPlan = { create: [], delete: [] };

/** The ordinals that the set is to have, lowest first, and those beyond, highest first. */
export function placePods({ set, pods }: Pick<StatefulSetView, 'set' | 'pods'>): {
  readonly replicas: readonly Placed[];
  readonly condemned: readonly Placed[];
} {
  const start = set.spec.ordinals?.start ?? 0;
  const count = set.spec.replicas ?? 1;
  const byOrdinal = new Map(pods.map((pod) => [ordinalOf(set, pod) ?? -1, pod]));
  const replicas = Array.from({ length: count }, (_, i) => ({
    ordinal: start + i,
    pod: byOrdinal.get(start + i),
  }));
  const condemned = [...byOrdinal]
    .filter(([ordinal]) => ordinal >= 0 && (ordinal < start || ordinal >= start + count))
    .map(([ordinal, pod]) => ({ ordinal, pod }))
    .toSorted((a, b) => b.ordinal - a.ordinal);
  return { replicas, condemned };
}

/** Undefined: this one is as it should be. In order, what only has to be waited for is a step too. */
function stepForReplica(
  { ordinal, pod }: Placed,
  view: StatefulSetView,
  isOrdered: boolean,
): StatefulSetPlan | undefined {
  if (pod === undefined) return { create: [{ ordinal, revision: revisionFor(ordinal, view) }], delete: [] };
  const isLeaving = pod.metadata.deletionTimestamp !== undefined;
  if (pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded')
    return isLeaving ? NOTHING : { create: [], delete: [pod] };
  return isOrdered && isUnavailable(pod, view) ? NOTHING : undefined;
}

/** Below the partition, and in an update without one below what is still of the old revision, pods stay old. */
function revisionFor(ordinal: number, { set, currentRevision, updateRevision }: StatefulSetView): string {
  const { ordinals, updateStrategy } = set.spec;
  if ((updateStrategy?.type ?? 'RollingUpdate') !== 'RollingUpdate') return updateRevision;
  const old = updateStrategy?.rollingUpdate?.partition ?? set.status?.currentReplicas ?? 0;
  return ordinal < (ordinals?.start ?? 0) + old ? currentRevision : updateRevision;
}

/** Pods of an older revision to be replaced, highest ordinal first. */
function outdatedToDelete(replicas: readonly Placed[], view: StatefulSetView): Readonly<Pod>[] {
  const { updateStrategy } = view.set.spec;
  if (updateStrategy?.type === 'OnDelete') return [];
  const { partition = 0, maxUnavailable } = updateStrategy?.rollingUpdate ?? {};
  const concerned = replicas.slice(partition).toReversed();
  const isOld = ({ pod }: Placed) =>
    pod !== undefined &&
    revisionNameOf(pod) !== view.updateRevision &&
    pod.metadata.deletionTimestamp === undefined;
  if (maxUnavailable !== undefined) {
    const allowed = Math.max(1, intOrPercent(maxUnavailable, replicas.length, Math.floor));
    const room = allowed - replicas.filter(({ pod }) => isUnavailable(pod, view)).length;
    return concerned
      .filter(isOld)
      .flatMap(({ pod }) => pod ?? [])
      .slice(0, Math.max(0, room));
  }
  const next = concerned.find((place) => isOld(place) || isUnavailable(place.pod, view));
  return next?.pod !== undefined && isOld(next) ? [next.pod] : [];
}

function isUnavailable(pod: Readonly<Pod> | undefined, { set, nowMs }: StatefulSetView): boolean {
  return (
    pod === undefined ||
    pod.metadata.deletionTimestamp !== undefined ||
    !isReady(pod) ||
    untilAvailable(pod, set.spec.minReadySeconds ?? 0, nowMs) !== 0
  );
}

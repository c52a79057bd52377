import type { Pod, PodDisruptionBudget } from '@banyan/api/objects';
import { setCondition } from '../../cluster/set-condition.ts';
import { intOrPercent } from '../pods/int-or-percent.ts';
import { isReady } from '../pods/pod-facts.ts';

/** A pod that was evicted and is still there after this was not deleted after all. */
const DELETION_TIMEOUT_MS = 120_000;

type Status = NonNullable<PodDisruptionBudget['status']>;

export interface BudgetReport {
  readonly status: Status;
  /** Milliseconds until a pod that was evicted counts again. */
  readonly recheckMs: number | undefined;
  /** Pods that were evicted and did not go. */
  readonly notDeleted: readonly Readonly<Pod>[];
}

/** True if the budget is a share of what its pods' owners ask for, not of what there is. */
export function needsScale({ spec }: Readonly<PodDisruptionBudget>): boolean {
  return spec?.maxUnavailable !== undefined || typeof spec?.minAvailable === 'string';
}

/** `scale`: how many pods their owners ask for, where that is needed. */
export function budgetStatus(
  budget: Readonly<PodDisruptionBudget>,
  pods: readonly Readonly<Pod>[],
  { scale, nowMs }: { scale: number; nowMs: number },
): BudgetReport {
  const { expectedPods, desiredHealthy } = expectations(budget, pods.length, scale);
  const evicted = stillEvicted(budget, pods, nowMs);
  const currentHealthy = pods.filter(
    (pod) =>
      pod.metadata.deletionTimestamp === undefined &&
      evicted.disruptedPods[pod.metadata.name ?? ''] === undefined &&
      isReady(pod),
  ).length;
  const spare = currentHealthy - desiredHealthy;
  const disruptionsAllowed = expectedPods <= 0 || spare <= 0 ? 0 : spare;
  const observedGeneration = budget.metadata.generation ?? 0;
  const isAllowed = disruptionsAllowed > 0;
  const condition = {
    type: 'DisruptionAllowed',
    status: isAllowed ? 'True' : 'False',
    reason: isAllowed ? 'SufficientPods' : 'InsufficientPods',
    message: '',
    observedGeneration,
  } as const;
  const { disruptedPods } = evicted;
  return {
    status: {
      conditions: setCondition(budget.status?.conditions, condition, nowMs),
      currentHealthy,
      desiredHealthy,
      disruptionsAllowed,
      expectedPods,
      observedGeneration,
      ...(Object.keys(disruptedPods).length > 0 && { disruptedPods }),
    },
    recheckMs: evicted.recheckMs,
    notDeleted: evicted.notDeleted,
  };
}

function expectations({ spec }: Readonly<PodDisruptionBudget>, count: number, scale: number) {
  const { maxUnavailable, minAvailable } = spec ?? {};
  if (maxUnavailable !== undefined) {
    const desiredHealthy = Math.max(0, scale - intOrPercent(maxUnavailable, scale, Math.ceil));
    return { expectedPods: scale, desiredHealthy };
  }
  if (typeof minAvailable === 'string')
    return { expectedPods: scale, desiredHealthy: intOrPercent(minAvailable, scale, Math.ceil) };
  return { expectedPods: minAvailable === undefined ? 0 : count, desiredHealthy: minAvailable ?? 0 };
}

function stillEvicted(
  { status }: Readonly<PodDisruptionBudget>,
  pods: readonly Readonly<Pod>[],
  nowMs: number,
) {
  const disruptedPods: Record<string, string> = {};
  const notDeleted: Readonly<Pod>[] = [];
  const waits: number[] = [];
  for (const pod of pods) {
    const { name = '', deletionTimestamp } = pod.metadata;
    const since = status?.disruptedPods?.[name];
    if (since === undefined || deletionTimestamp !== undefined) continue;
    const leftMs = Date.parse(since) + DELETION_TIMEOUT_MS - nowMs;
    if (leftMs <= 0) notDeleted.push(pod);
    else {
      disruptedPods[name] = since;
      waits.push(leftMs);
    }
  }
  return { disruptedPods, notDeleted, recheckMs: waits.length === 0 ? undefined : Math.min(...waits) };
}

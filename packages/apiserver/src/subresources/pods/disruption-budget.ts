import { matchesLabelSelector, type KubeObject, type LabelSelector } from '@banyan/api';
import { ApiError, forbidden, tooManyRequests } from '../../errors/api-error.ts';
import { timestamp } from '../../registry/object-draft.ts';
import type { PodView } from './pod-view.ts';

interface Condition {
  type: string;
  status: string;
  observedGeneration?: number;
  lastTransitionTime: string;
  reason: string;
  message: string;
}

export interface DisruptionBudget extends KubeObject {
  spec?: { selector?: LabelSelector; unhealthyPodEvictionPolicy?: string };
  status?: {
    observedGeneration?: number;
    disruptedPods?: Record<string, string>;
    disruptionsAllowed?: number;
    currentHealthy?: number;
    desiredHealthy?: number;
    conditions?: Condition[];
  };
}

const BUDGET = { group: 'policy', resource: 'poddisruptionbudget' };
/** More evictions than that, which the budget's controller has not seen yet, are too many. */
const MAX_DISRUPTED_PODS = 2000;
const REFUSED = "Cannot evict pod as it would violate the pod's disruption budget.";

export function isBudgetOf({ spec }: DisruptionBudget, { metadata }: PodView): boolean {
  const { labels = {} } = metadata;
  return Object.keys(labels).length > 0 && matchesLabelSelector(spec?.selector, labels);
}

/** A Pod that is not ready counts for nothing: it may go if the budget is met without it, or says that it always may. */
export function letsUnreadyGo({ spec, status }: DisruptionBudget): boolean {
  if (spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
  return desiredHealthy > 0 && currentHealthy >= desiredHealthy;
}

/** Takes one disruption from the budget, a draft, for a Pod; throws 429 or 403 if there is none to be had. */
export function takeDisruption(budget: DisruptionBudget, podName: string, now: Date): void {
  const { generation = 0, name = '' } = budget.metadata;
  const status = (budget.status ??= {});
  if ((status.observedGeneration ?? 0) < generation) throw unsettledBudget(name);
  const { disruptionsAllowed: allowed = 0 } = status;
  if (allowed < 0) throw forbidden(BUDGET, name, 'pdb disruptions allowed is negative');
  if (Object.keys(status.disruptedPods ?? {}).length > MAX_DISRUPTED_PODS) {
    const why = 'DisruptedPods map too big - too many evictions not confirmed by PDB controller';
    throw forbidden(BUDGET, name, why);
  }
  if (allowed === 0) throw exhausted(budget);
  status.disruptionsAllowed = allowed - 1;
  if (allowed === 1) setExhaustedCondition(budget, timestamp(now));
  status.disruptedPods = { ...status.disruptedPods, [podName]: timestamp(now) };
}

/** Something about the budget or the Pod is about to change: again later. */
export function unsettledBudget(name: string): ApiError {
  const error = tooManyRequests(REFUSED, 10);
  const message = `The disruption budget ${name} is still being processed by the server.`;
  error.status.details = { causes: [{ reason: 'DisruptionBudget', message }], retryAfterSeconds: 10 };
  return error;
}

function exhausted({ metadata, status = {} }: DisruptionBudget): ApiError {
  const message = `The disruption budget ${metadata.name} ${reasonOf(status)}`;
  const details = { causes: [{ reason: 'DisruptionBudget', message }] };
  return new ApiError({ code: 429, reason: 'TooManyRequests', message: REFUSED, details });
}

function reasonOf(status: NonNullable<DisruptionBudget['status']>): string {
  const { currentHealthy = 0, desiredHealthy = 0, conditions = [] } = status;
  const condition = conditions.find(({ type }) => type === 'DisruptionAllowed');
  const isSaid = condition?.status === 'False' && condition.message !== '';
  if (isSaid && condition.reason === 'SyncFailed')
    return `does not allow evicting pods currently because it failed sync: ${condition.message}`;
  if (currentHealthy <= desiredHealthy)
    return `needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  if (isSaid) return `does not allow evicting pods currently (${condition.reason}): ${condition.message}`;
  return 'does not allow evicting pods currently';
}

function setExhaustedCondition({ status }: DisruptionBudget, now: string): void {
  if (status === undefined) return;
  const others = (status.conditions ?? []).filter(({ type }) => type !== 'DisruptionAllowed');
  const before = status.conditions?.find(({ type }) => type === 'DisruptionAllowed');
  const lastTransitionTime = before?.status === 'False' ? before.lastTransitionTime : now;
  const { observedGeneration = 0 } = status;
  const made = { type: 'DisruptionAllowed', status: 'False', observedGeneration, lastTransitionTime };
  status.conditions = [...others, { ...made, reason: 'InsufficientPods', message: '' }];
}

import type { ClusterCondition } from '@banyan/api/clusternet';

/** What the member's own health endpoints answered. */
export interface ClusterHealth {
  readonly healthz: boolean;
  readonly livez: boolean;
  readonly readyz: boolean;
}

/** A condition before it is known since when. */
export type ConditionVerdict = Omit<ClusterCondition, 'lastTransitionTime'>;

/** `trouble` says why the member could not be asked. */
export function readyVerdict({ healthz, livez, readyz }: ClusterHealth, trouble?: string): ConditionVerdict {
  if ((livez && readyz) || healthz) {
    return {
      type: 'Ready',
      status: 'True',
      reason: 'ManagedClusterReady',
      message: 'managed cluster is ready.',
    };
  }
  const message =
    trouble === undefined ? 'managed cluster is not ready.' : `managed cluster is not ready: ${trouble}`;
  return { type: 'Ready', status: 'False', reason: 'ManagedClusterNotReady', message };
}

/** The conditions with one of them as it is now; the others, which are not ours, stay. Since when: only if it turned. */
export function withCondition(
  conditions: readonly ClusterCondition[],
  verdict: ConditionVerdict,
  now: string,
): ClusterCondition[] {
  const previous = conditions.find(({ type }) => type === verdict.type);
  const turned = previous?.status !== verdict.status;
  const condition = { ...verdict, lastTransitionTime: turned ? now : (previous?.lastTransitionTime ?? now) };
  if (previous === undefined) return [...conditions, condition];
  return conditions.map((other) => (other.type === verdict.type ? condition : other));
}

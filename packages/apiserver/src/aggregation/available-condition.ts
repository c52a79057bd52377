import type { ApiService, ApiServiceCondition } from './api-service.ts';

/** What is found of an APIService: whether it can be used, and why. */
export type Finding = Required<Pick<ApiServiceCondition, 'status' | 'reason' | 'message'>>;

export const LOCAL: Finding = {
  status: 'True',
  reason: 'Local',
  message: 'Local APIServices are always available',
};

export const PASSED: Finding = { status: 'True', reason: 'Passed', message: 'all checks passed' };

export function availableCondition({ status }: Readonly<ApiService>): ApiServiceCondition | undefined {
  return status?.conditions?.find(({ type }) => type === 'Available');
}

/** Says so in the draft's status. The time is that of the last change between available and not. */
export function setAvailable(draft: ApiService, finding: Finding, now: string): void {
  const conditions = draft.status?.conditions ?? [];
  const before = availableCondition(draft);
  const since = before?.status === finding.status ? (before.lastTransitionTime ?? now) : now;
  const { status, reason, message } = finding;
  const after: ApiServiceCondition = {
    type: 'Available',
    status,
    lastTransitionTime: since,
    reason,
    message,
  };
  const at = before === undefined ? conditions.length : conditions.indexOf(before);
  draft.status = { ...draft.status, conditions: conditions.toSpliced(at, 1, after) };
}

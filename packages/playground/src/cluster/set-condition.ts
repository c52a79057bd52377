import type { Condition } from '@banyan/api/objects';

export function timestamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** The list with this condition in it. Its time of change stays while its status does. */
export function setCondition(
  conditions: readonly Condition[] | undefined,
  condition: Omit<Condition, 'lastTransitionTime'>,
  nowMs: number,
): Condition[] {
  const old = conditions?.find(({ type }) => type === condition.type);
  const since = old?.status === condition.status ? old.lastTransitionTime : undefined;
  const next = { ...condition, lastTransitionTime: since ?? timestamp(nowMs) };
  if (old === undefined) return [...(conditions ?? []), next];
  return (conditions ?? []).map((each) => (each === old ? next : each));
}

import type { Condition, Pod } from '@banyan/api/objects';

export function conditionOf(pod: Readonly<Pod>, type: string): Condition | undefined {
  return pod.status?.conditions?.find((condition) => condition.type === type);
}

export function isReady(pod: Readonly<Pod>): boolean {
  return conditionOf(pod, 'Ready')?.status === 'True';
}

/** Neither finished nor on its way out: what a controller counts as one of its replicas. */
export function isActive({ status, metadata }: Readonly<Pod>): boolean {
  return (
    status?.phase !== 'Succeeded' && status?.phase !== 'Failed' && metadata.deletionTimestamp === undefined
  );
}

/** Milliseconds until a ready pod counts as available; 0: it does. Undefined: it is not ready. */
export function untilAvailable(
  pod: Readonly<Pod>,
  minReadySeconds: number,
  nowMs: number,
): number | undefined {
  if (!isReady(pod)) return undefined;
  if (minReadySeconds === 0) return 0;
  const since = Date.parse(conditionOf(pod, 'Ready')?.lastTransitionTime ?? '');
  return Math.max(0, since + minReadySeconds * 1000 - nowMs);
}

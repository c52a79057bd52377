import type { Pod } from '@banyan/api/objects';

const FIRST_MS = 10_000;
const LONGEST_MS = 10 * 60_000;

/** How long a Job has to wait before it tries again: twice as long after every failure since the last success. */
export function backoffLeftMs(
  { failed, succeeded }: { failed: readonly Readonly<Pod>[]; succeeded: readonly Readonly<Pod>[] },
  nowMs: number,
): number {
  const lastSuccessMs = latest(succeeded.map(endedAtMs));
  const failures = failed.map(endedAtMs).filter((atMs) => atMs > lastSuccessMs);
  if (failures.length === 0) return 0;
  const waitMs = Math.min(FIRST_MS * 2 ** (failures.length - 1), LONGEST_MS);
  return Math.max(0, latest(failures) + waitMs - nowMs);
}

function latest(times: readonly number[]): number {
  return times.reduce((a, b) => Math.max(a, b), -Infinity);
}

/** When its last container ended; of a pod without any, when it was last known to change. */
function endedAtMs({ status, metadata }: Readonly<Pod>): number {
  const ends = (status?.containerStatuses ?? []).map(({ state }) => state?.terminated?.finishedAt);
  const known = ends.flatMap((text) => text ?? []);
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime;
  const times =
    known.length > 0 ? known : [metadata.deletionTimestamp ?? ready ?? metadata.creationTimestamp];
  return latest(times.map((text) => Date.parse(text ?? '') || 0));
}

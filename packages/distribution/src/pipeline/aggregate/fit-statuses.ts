import type { AggregatedStatus } from '@banyan/api/clusternet';

/** Of all statuses of a Subscription: an object may have 1.5 MiB, and spec and binding need room too. */
const MAX_BYTES = 512 * 1024;

/**
 * The statuses in a size that can be stored. What goes first is the detail of feeds that are available everywhere, then
 * all details; sums stay as long as they fit.
 */
export function fitStatuses(
  statuses: readonly AggregatedStatus[],
  maxBytes = MAX_BYTES,
): readonly AggregatedStatus[] {
  if (sizeOf(statuses) <= maxBytes) return statuses;
  const troubled = statuses.map((status) =>
    status.feedStatusSummary?.available === true ? withoutDetails(status) : status,
  );
  if (sizeOf(troubled) <= maxBytes) return troubled;
  const sums = statuses.map(withoutDetails);
  let size = 2;
  const fitting = sums.findIndex((sum) => (size += sizeOf(sum) + 1) > maxBytes);
  return fitting < 0 ? sums : sums.slice(0, fitting);
}

function withoutDetails({ feedStatusDetails: _details, ...status }: AggregatedStatus): AggregatedStatus {
  return status;
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

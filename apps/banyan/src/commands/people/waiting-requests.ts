import { APPROVED_ANNOTATION, DENIED_ANNOTATION } from '@banyan/api/banyan';
import type { ClusterRegistrationRequest } from '@banyan/api/clusternet';
import { timeSince } from '@banyan/api/human-duration';

/** Those about which nobody has decided. */
export function waitingRequests(
  requests: readonly ClusterRegistrationRequest[],
): ClusterRegistrationRequest[] {
  return requests.filter(({ metadata, status }) => {
    const { [APPROVED_ANNOTATION]: approved, [DENIED_ANNOTATION]: denied } = metadata.annotations ?? {};
    const isDecided = (status?.result ?? '') !== '' || approved !== undefined || denied !== undefined;
    return !isDecided && metadata.deletionTimestamp === undefined;
  });
}

export function requestRows(requests: readonly ClusterRegistrationRequest[], now: Date): string[][] {
  return [
    ['NAME', 'ID', 'MODE', 'AGE'],
    ...requests.map(({ metadata, spec }) => [
      spec.clusterName ?? '',
      spec.clusterId,
      spec.syncMode ?? '',
      timeSince(metadata.creationTimestamp, now),
    ]),
  ];
}

import { ACCESS_LABEL, INSECURE_ANNOTATION } from '@banyan/api/banyan';
import type { ManagedCluster } from '@banyan/api/clusternet';
import { timeSince } from '@banyan/api/human-duration';

const NARROW = ['NAME', 'ID', 'MODE', 'VERSION', 'READY', 'NODES', 'AGE'] as const;
const WIDE = ['ACCESS', 'PLATFORM', 'CPU', 'MEMORY', 'NAMESPACE', 'API SERVER', 'AGENT', 'SEEN'] as const;

export function clusterColumns(isWide: boolean): string[] {
  return isWide ? [...NARROW, ...WIDE] : [...NARROW];
}

/** One member's line. */
export function clusterRow(member: ManagedCluster, now: Date, isWide: boolean): string[] {
  const { metadata, spec, status } = member;
  const narrow = [
    metadata.name ?? '',
    spec.clusterId,
    spec.syncMode,
    status?.k8sVersion ?? '',
    readiness(member),
    nodes(member),
    timeSince(metadata.creationTimestamp, now),
  ];
  if (!isWide) return narrow;
  return [
    ...narrow,
    access(member),
    status?.platform ?? '',
    amount(member, 'cpu'),
    amount(member, 'memory'),
    metadata.namespace ?? '',
    status?.apiserverURL ?? '',
    status?.agentVersion ?? '',
    status?.lastObservedTime === undefined ? 'never' : timeSince(status.lastObservedTime, now),
  ];
}

/** True, or whatever else it is with the reason. */
function readiness({ metadata, status }: ManagedCluster): string {
  if (metadata.deletionTimestamp !== undefined) return 'Leaving';
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  if (ready === undefined) return 'Unknown';
  return ready.status === 'True' ? 'True' : `${ready.status} (${ready.reason})`;
}

function nodes({ status }: ManagedCluster): string {
  if (status?.nodeStatistics === undefined) return '';
  const { readyNodes = 0, notReadyNodes = 0, unknownNodes = 0, lostNodes = 0 } = status.nodeStatistics;
  return `${readyNodes}/${readyNodes + notReadyNodes + unknownNodes + lostNodes}`;
}

function access({ metadata }: ManagedCluster): string {
  const way = metadata.labels?.[ACCESS_LABEL] ?? 'agent';
  return metadata.annotations?.[INSECURE_ANNOTATION] === undefined ? way : `${way}, not verified`;
}

function amount({ status }: ManagedCluster, resource: string): string {
  return status?.allocatable?.[resource] ?? '';
}

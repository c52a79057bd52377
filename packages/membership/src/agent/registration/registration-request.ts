import { AGENT_KEY_ANNOTATION, AGENT_LABEL } from '@banyan/api/banyan';
import {
  CLUSTER_ID_LABEL,
  CLUSTER_NAME_LABEL,
  CLUSTERS_API_VERSION,
  REGISTERED_BY_LABEL,
  type ClusterRegistrationRequest,
} from '@banyan/api/clusternet';
import type { AgentOptions } from '../agent-options.ts';

/** Of an id: enough to tell the clusters of a person apart. */
const ID_CHARACTERS = 5;

export function requestName(clusterId: string): string {
  return `clusternet-${clusterId}`;
}

/** What the agent asks of the hub. */
export function registrationRequest(
  clusterId: string,
  publicKey: string,
  options: AgentOptions,
): ClusterRegistrationRequest {
  const clusterName =
    options.clusterName ?? `${options.clusterNamePrefix}-${clusterId.slice(0, ID_CHARACTERS)}`;
  return {
    apiVersion: CLUSTERS_API_VERSION,
    kind: 'ClusterRegistrationRequest',
    metadata: {
      name: requestName(clusterId),
      labels: {
        [REGISTERED_BY_LABEL]: 'clusternet-agent',
        [CLUSTER_ID_LABEL]: clusterId,
        [CLUSTER_NAME_LABEL]: clusterName,
        [AGENT_LABEL]: 'true',
      },
      annotations: { [AGENT_KEY_ANNOTATION]: publicKey },
    },
    spec: {
      clusterId,
      clusterName,
      clusterType: options.clusterType,
      syncMode: options.syncMode,
      ...(options.clusterNamespace !== undefined && { clusterNamespace: options.clusterNamespace }),
      ...(Object.keys(options.clusterLabels).length > 0 && { clusterLabels: { ...options.clusterLabels } }),
    },
  };
}

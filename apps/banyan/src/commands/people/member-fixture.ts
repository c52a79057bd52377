/** For tests: members as the hub knows them. */
import { CLUSTERS_API_VERSION, type ManagedCluster } from '@banyan/api/clusternet';

export const MEMBER_ID = '6f1b0c1e-0000-4000-8000-000000000001';

export function managedCluster(changes: Partial<ManagedCluster> = {}): ManagedCluster {
  return {
    apiVersion: CLUSTERS_API_VERSION,
    kind: 'ManagedCluster',
    metadata: {
      name: 'berlin',
      namespace: 'clusternet-berlin',
      uid: 'u1',
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    spec: { clusterId: MEMBER_ID, syncMode: 'Dual' },
    ...changes,
  };
}

import type { KubeObject } from '@banyan/api';
import { staticCredentials, type ClusterConnection, type KubeClient } from '@banyan/kube';
import { startCluster, type Cluster } from '@banyan/testing';
import { inParallel } from './in-parallel.ts';

export const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' } as const;

/** A real cluster as in production: etcd syncs, and no limit on requests stands in the way of a measurement. */
export function startBenchCluster(): Promise<Cluster> {
  return startCluster({
    durable: true,
    apiServerArgs: [
      '--max-requests-inflight=0',
      '--max-mutating-requests-inflight=0',
      '--enable-priority-and-fairness=false',
    ],
  });
}

export function connectionTo(cluster: Cluster): ClusterConnection {
  const { certificate, key } = cluster.pki.client('bench', ['system:masters']);
  return {
    name: cluster.name,
    server: cluster.server,
    ca: cluster.pki.ca.certificate,
    credentials: staticCredentials({ clientCertificate: { cert: certificate, key } }),
  };
}

/** About 1.5 KB each, with the labels, annotations and managed fields that objects have in practice. */
export async function seedConfigMaps(
  client: KubeClient,
  count: number,
  progress: (line: string) => void,
): Promise<void> {
  const startedMs = performance.now();
  let done = 0;
  await inParallel(count, 32, async (i) => {
    await client.create(CONFIG_MAPS, configMap(i), { fieldManager: 'bench' });
    done += 1;
    if (done % 20_000 === 0)
      progress(`${done} objects made after ${Math.round((performance.now() - startedMs) / 1000)} s`);
  });
}

export function configMap(i: number, revision = 0): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: `object-${i}`,
      namespace: 'default',
      labels: { app: `app-${i % 100}`, tier: i % 2 === 0 ? 'front' : 'back', revision: String(revision) },
      annotations: { 'banyan.dev/purpose': 'something to list, watch and hold in memory' },
    },
    data: { 'settings.yaml': `name: object-${i}\n${'key: value\n'.repeat(60)}` },
  };
}

import { join } from 'node:path';
import { KubeClient, loadConnection } from '@banyan/kube';
import { findKubeBinDir, startClusters, temporaryFolder, type Cluster } from '@banyan/testing';
import { startBanyan } from './banyan-program.ts';

/** A cluster that the hub stands on, or that is a member. */
export interface BenchCluster {
  readonly kubeconfig: string;
  readonly client: KubeClient;
  readonly port: number;
  /** Of its API server. */
  readonly pid: number;
}

export interface BenchClusters {
  readonly kind: string;
  readonly clusters: readonly BenchCluster[];
  readonly stop: () => Promise<void>;
}

/** Real ones where their programs are, else embedded API servers, each a process of its own. */
export async function startBenchClusters(count: number): Promise<BenchClusters> {
  return findKubeBinDir() === undefined ? startEmbedded(count) : startReal(count);
}

async function startReal(count: number): Promise<BenchClusters> {
  const { clusters, stop } = await startClusters(count, {
    apiServerArgs: [
      '--max-requests-inflight=0',
      '--max-mutating-requests-inflight=0',
      '--enable-priority-and-fairness=false',
    ],
  });
  const opened = await Promise.all(
    clusters.map(({ kubeconfig, apiServer }: Cluster) => open(kubeconfig, apiServer.pid ?? 0)),
  );
  return { kind: 'kube-apiserver + etcd', clusters: opened, stop: stopWith(opened, stop) };
}

export async function startEmbedded(count: number): Promise<BenchClusters> {
  const dir = await temporaryFolder('banyan-bench-');
  const programs = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const dataDir = join(dir, String(i));
      const args = ['apiserver', '--data-dir', dataDir, '--port', '0'];
      return { dataDir, program: await startBanyan({ args, until: 'https://' }) };
    }),
  );
  const opened = await Promise.all(
    programs.map(({ dataDir, program }) => open(join(dataDir, 'kubeconfig'), program.pid)),
  );
  const stop = async () => {
    await Promise.all(programs.map(({ program }) => program.stop()));
  };
  return { kind: 'embedded API server', clusters: opened, stop: stopWith(opened, stop) };
}

async function open(kubeconfig: string, pid: number): Promise<BenchCluster> {
  const client = new KubeClient(await loadConnection({ path: kubeconfig, env: {} }));
  return { kubeconfig, client, port: Number(new URL(client.connection.server).port), pid };
}

function stopWith(clusters: readonly BenchCluster[], stop: () => Promise<void>): () => Promise<void> {
  return async () => {
    await Promise.all(clusters.map(({ client }) => client.close()));
    await stop();
  };
}

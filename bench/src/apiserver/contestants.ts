import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { KubeClient, loadConnection, type ClusterConnection } from '@banyan/kube';
import { temporaryFolder } from '@banyan/testing';
import { connectionTo, startBenchCluster } from '../bench-cluster.ts';
import { builtBanyan } from '../built-banyan.ts';

/** An API server that is up, with all the processes that it is made of. */
export interface Contestant {
  readonly name: string;
  readonly readyMs: number;
  readonly connection: ClusterConnection;
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

/** As shipped: the bundle, a process of its own, its data on the disk. */
export async function startEmbedded(): Promise<Contestant> {
  const dir = await temporaryFolder('banyan-bench-');
  const program = builtBanyan();
  const startedMs = performance.now();
  const child = spawn(process.execPath, [program, 'apiserver', '--data-dir', dir, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await once(child.stdout, 'data');
    const connection = await loadConnection({ path: join(dir, 'kubeconfig'), env: {} });
    await requireReady(connection);
    const readyMs = performance.now() - startedMs;
    return { name: 'embedded', readyMs, connection, pids: [child.pid ?? 0], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export async function startKubernetes(): Promise<Contestant> {
  const startedMs = performance.now();
  const cluster = await startBenchCluster();
  const readyMs = performance.now() - startedMs;
  const pids = [cluster.apiServer.pid ?? 0, cluster.etcd.process.pid ?? 0];
  return {
    name: 'kube-apiserver + etcd',
    readyMs,
    connection: connectionTo(cluster),
    pids,
    stop: () => cluster.stop(),
  };
}

async function requireReady(connection: ClusterConnection): Promise<void> {
  const client = new KubeClient(connection);
  const { status, body } = await client.request({ method: 'GET', path: '/readyz' });
  await body.toArray();
  await client.close();
  if (status !== 200) throw new Error(`/readyz answered ${status}`);
}

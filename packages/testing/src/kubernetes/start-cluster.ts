import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPki, type ClusterPki } from './cluster-pki.ts';
import { Cluster, ClusterAccess } from './cluster.ts';
import { apiServerProcess, controllerManagerProcess, schedulerProcess } from './control-plane.ts';
import { startEtcd, type Etcd } from './etcd.ts';
import { freePort } from './free-port.ts';
import { kwokNode, kwokProcess } from './kwok.ts';
import { tellReaper } from './reaper.ts';

export interface ClusterOptions extends ControlPlaneOptions {
  readonly name?: string;
  /** An etcd to share. It is its owner's to stop. Without one the cluster starts its own. */
  readonly etcd?: Etcd;
  /** See EtcdOptions; for an etcd of its own. */
  readonly durable?: boolean;
  readonly apiServerArgs?: readonly string[];
}

/** Real programs beside an API server. */
export interface ControlPlaneOptions {
  /** kube-controller-manager; the start then also waits for the `default` service account. */
  readonly controllers?: boolean;
  readonly scheduler?: boolean;
  /** Nodes `node-1` … played by kwok. 0 starts kwok without a node. */
  readonly kwokNodes?: number;
  readonly controllerManagerArgs?: readonly string[];
  readonly kwokArgs?: readonly string[];
}

/** A folder that is gone when this process is, however it ends. */
export async function temporaryFolder(prefix: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), prefix));
  tellReaper({ watch: 'folder', id: dir });
  return dir;
}

/** Brings up one real cluster on loopback: about three seconds. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const name = options.name ?? 'cluster';
  const dir = await temporaryFolder('banyan-kube-');
  const ownEtcd = options.etcd === undefined;
  const etcd = options.etcd ?? (await startEtcd({ dir, durable: options.durable ?? false }));
  const port = await freePort();
  const pki = createPki(join(dir, 'pki'));
  const apiServer = apiServerProcess({
    dir,
    pki,
    etcd,
    etcdPrefix: `/${name}-${randomBytes(4).toString('hex')}`,
    port,
    extraArgs: options.apiServerArgs ?? [],
  });
  const cluster = new Cluster({ name, dir, server: `https://127.0.0.1:${port}`, pki, etcd, apiServer });
  if (ownEtcd) cluster.owns(etcd.process);
  try {
    await cluster.owns(apiServer).start();
    await cluster.writeKubeconfig('admin', ['system:masters']);
    await startParts(cluster, options);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

/**
 * Real controllers, scheduler and kwok against an API server that someone else runs, with certificates of this CA. The
 * server is asked for by address when they start.
 */
export async function startControlPlane(
  place: { readonly name: string; readonly dir: string; readonly server: string; readonly pki: ClusterPki },
  options: ControlPlaneOptions,
): Promise<ClusterAccess> {
  const cluster = new ClusterAccess(place);
  try {
    await cluster.writeKubeconfig('admin', ['system:masters']);
    await startParts(cluster, options);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

/** Several clusters on one etcd, named member1, member2, … They are stopped together by the returned function. */
export async function startClusters(
  count: number,
  options: Omit<ClusterOptions, 'name' | 'etcd'> = {},
): Promise<{ clusters: Cluster[]; stop: () => Promise<void> }> {
  const dir = await temporaryFolder('banyan-etcd-');
  const etcd = await startEtcd({ dir, durable: options.durable ?? false });
  const clusters: Cluster[] = [];
  const stop = async () => {
    await Promise.all(clusters.map((cluster) => cluster.stop()));
    await etcd.process.stop();
    await rm(dir, { recursive: true, force: true });
    tellReaper({ forget: dir });
  };
  const starts = await Promise.allSettled(
    Array.from({ length: count }, (_, i) => startCluster({ ...options, name: `member${i + 1}`, etcd })),
  );
  for (const start of starts) if (start.status === 'fulfilled') clusters.push(start.value);
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return { clusters, stop };
}

async function startParts(cluster: ClusterAccess, options: ControlPlaneOptions): Promise<void> {
  const { dir, pki, kubeconfig } = cluster;
  const exists = async (path: string) => (await cluster.request({ path })).status === 200;
  const starts: Promise<void>[] = [];
  if (options.controllers) {
    const isReady = () => exists('/api/v1/namespaces/default/serviceaccounts/default');
    const extraArgs = options.controllerManagerArgs ?? [];
    starts.push(cluster.owns(controllerManagerProcess({ dir, pki, kubeconfig, extraArgs, isReady })).start());
  }
  if (options.scheduler) {
    // It has no other sign of life than the pods it binds, and those wait for it.
    const isReady = () => Promise.resolve(true);
    starts.push(cluster.owns(schedulerProcess({ dir, kubeconfig, extraArgs: [], isReady })).start());
  }
  if (options.kwokNodes !== undefined) starts.push(startKwok(cluster, options.kwokNodes, options.kwokArgs));
  await Promise.all(starts);
}

async function startKwok(
  cluster: ClusterAccess,
  nodes: number,
  extraArgs: readonly string[] = [],
): Promise<void> {
  const { dir, pki, kubeconfig } = cluster;
  const kwok = cluster.owns(await kwokProcess({ dir, pki, kubeconfig, extraArgs }));
  await kwok.start();
  for (let i = 1; i <= nodes; i += 1) await cluster.json('POST', '/api/v1/nodes', kwokNode(`node-${i}`));
  await cluster.until(`${nodes} nodes ready`, async () => {
    const list = await cluster.json<{ items: NodeWithConditions[] }>('GET', '/api/v1/nodes');
    return list.items.filter(isReadyNode).length >= nodes;
  });
}

interface NodeWithConditions {
  readonly status: { readonly conditions?: { readonly type: string; readonly status: string }[] };
}

function isReadyNode({ status }: NodeWithConditions): boolean {
  return (status.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True');
}

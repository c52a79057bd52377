import { join } from 'node:path';
import { RESERVED_NAMESPACE } from '@banyan/api/clusternet';
import { installHub, joinByKubeconfig } from '@banyan/membership';
import { KubeClient, loadConnection, loadKubeconfig } from '@banyan/kube';
import { startClusters, temporaryFolder } from '@banyan/testing';
import { inParallel } from '../in-parallel.ts';
import { startBanyan } from '../tunnel/banyan-program.ts';
import { startBenchProgram, type BenchProgram } from './bench-program.ts';
import { markReady } from './mark-ready.ts';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };
/** Members are in groups of this size, by the label `group`. */
export const GROUP_SIZE = 10;
const JOINS = 8;

export interface StageMember {
  readonly name: string;
  readonly client: KubeClient;
}

/** A hub's API server and members that joined by kubeconfig. The hub itself is started by whoever measures it. */
export interface Stage {
  readonly kind: string;
  readonly hubClient: KubeClient;
  readonly members: readonly StageMember[];
  /** Of the API servers: the hub's, and all that the members are. */
  readonly hubServerPids: readonly number[];
  readonly memberPids: readonly number[];
  readonly startHub: () => Promise<BenchProgram>;
  readonly stop: () => Promise<void>;
}

export interface StageOptions {
  readonly members: number;
  /** Flags of Node for the hub and its API server. */
  readonly execArgv: readonly string[];
}

interface Servers {
  readonly kind: string;
  readonly hubKubeconfig: string;
  readonly memberKubeconfigs: readonly string[];
  readonly hubServerPids: readonly number[];
  readonly memberPids: readonly number[];
  readonly stop: () => Promise<void>;
}

/** The hub on an embedded API server with its data on the disk, all members in one process. */
export async function playgroundStage(options: StageOptions): Promise<Stage> {
  const dir = await temporaryFolder('banyan-bench-');
  const hubServer = await startBanyan({
    args: ['apiserver', '--data-dir', join(dir, 'hub'), '--port', '0'],
    until: 'https://',
    execArgv: options.execArgv,
  });
  const args = [dir, String(options.members)];
  const execArgv = ['--max-old-space-size=12000'];
  const members = await startBenchProgram({
    file: new URL('members-process.ts', import.meta.url),
    args,
    until: 'members started',
    execArgv,
  });
  return furnished(options, {
    kind: 'playground',
    hubKubeconfig: join(dir, 'hub', 'kubeconfig'),
    memberKubeconfigs: Array.from({ length: options.members }, (_, i) => join(dir, `m${i}.kubeconfig`)),
    hubServerPids: [hubServer.pid],
    memberPids: [members.pid],
    stop: async () => {
      await members.stop();
      await hubServer.stop();
    },
  });
}

/** Real ones on one etcd, the hub's among them. */
export async function kubernetesStage(options: StageOptions): Promise<Stage> {
  const apiServerArgs = [
    '--max-requests-inflight=0',
    '--max-mutating-requests-inflight=0',
    '--enable-priority-and-fairness=false',
  ];
  const { clusters, stop } = await startClusters(options.members + 1, { apiServerArgs });
  const [hub, ...members] = clusters;
  if (hub === undefined) throw new Error('no cluster was started');
  return furnished(options, {
    kind: 'Kubernetes',
    hubKubeconfig: hub.kubeconfig,
    memberKubeconfigs: members.map(({ kubeconfig }) => kubeconfig),
    hubServerPids: [hub.apiServer.pid ?? 0],
    memberPids: [...members.map(({ apiServer }) => apiServer.pid ?? 0), hub.etcd.process.pid ?? 0],
    stop,
  });
}

async function furnished({ execArgv }: StageOptions, servers: Servers): Promise<Stage> {
  const { hubKubeconfig, memberKubeconfigs } = servers;
  const hubClient = await clientOf(hubKubeconfig);
  const members = await Promise.all(
    memberKubeconfigs.map(async (path, i) => ({ name: `m${i}`, client: await clientOf(path) })),
  );
  await installHub({ hubClient, signal: AbortSignal.timeout(120_000) });
  const reserved = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: RESERVED_NAMESPACE } };
  await hubClient.apply(NAMESPACES, reserved, { fieldManager: 'bench', force: true });
  await inParallel(members.length, JOINS, async (i) => {
    const kubeconfig = await loadKubeconfig({ path: memberKubeconfigs[i] ?? '', env: {} });
    const labels = { group: String(Math.floor(i / GROUP_SIZE)), member: `m${i}`, all: 'yes' };
    const signal = AbortSignal.timeout(120_000);
    await joinByKubeconfig({ hubClient, name: `m${i}`, kubeconfig, labels, env: {}, signal });
    await markReady(hubClient, `m${i}`);
  });
  const args = [
    'hub',
    '--kubeconfig',
    hubKubeconfig,
    '--secure-port=0',
    '--metrics-port=0',
    '--audit-log=off',
  ];
  const startHub = (): Promise<BenchProgram> => startBanyan({ args, until: 'hub started', execArgv });
  const stop = async (): Promise<void> => {
    await Promise.all([hubClient, ...members.map(({ client }) => client)].map((client) => client.close()));
    await servers.stop();
  };
  return { ...servers, hubClient, members, startHub, stop };
}

/** So that no work waits for it, neither ours nor a bare loop's. */
export async function createNamespace({ members }: Stage, name: string): Promise<void> {
  await inParallel(
    members.length,
    JOINS,
    (i) =>
      members[i]?.client.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }) ??
      Promise.resolve(),
  );
}

async function clientOf(path: string): Promise<KubeClient> {
  return new KubeClient(await loadConnection({ path, env: {} }));
}

import { setTimeout as delay } from 'node:timers/promises';
import type { KubeObject } from '@banyan/api';
import { MANAGED_CLUSTERS, type ManagedCluster } from '@banyan/api/clusternet';
import { isNotFound, KubeClient } from '@banyan/kube';
import { runBanyan, startBanyan, type BanyanProgram } from './banyan-program.ts';
import type { BenchCluster } from './bench-clusters.ts';
import { throughHub } from './bench-hub.ts';

const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
const REGISTRATION = { namespace: 'clusternet-system', name: 'clusternet-agent-cluster-registration' };
const POLL_MS = 5;

export interface AgentTask {
  readonly parent: BenchCluster;
  readonly member: BenchCluster;
  readonly name: string;
  /** Of the parent's API server, as the agent reaches it. */
  readonly parentUrl: string;
  /** Of the gateway; without it the tunnel, too, goes by the parent's API server. */
  readonly tunnelAddress?: string;
  readonly execArgv: readonly string[];
}

export interface BenchAgent {
  readonly program: BanyanProgram;
  readonly clusterId: string;
  /** From the start of the process. */
  readonly readyMs: number;
  readonly reachedMs: number;
}

/** What `banyan join` puts into the member. */
export async function installAgent(parent: BenchCluster, member: BenchCluster, name: string): Promise<void> {
  const hub = ['--hub-kubeconfig', parent.kubeconfig];
  await runBanyan(['join', name, '--agent', ...hub, '--apply-to', member.kubeconfig, '--wait=false']);
}

/** Resolves when the hub says that the member is Ready, and has reached it once through the tunnel. */
export async function startAgent(task: AgentTask): Promise<BenchAgent> {
  const { parent, member, name, parentUrl, tunnelAddress, execArgv } = task;
  const { data } = await member.client.get<KubeObject & { data?: Record<string, string> }>(
    SECRETS,
    REGISTRATION,
  );
  const text = (field: string) => Buffer.from(data?.[field] ?? '', 'base64').toString();
  const startedMs = performance.now();
  const startedAt = new Date();
  const program = await startBanyan({
    args: [
      'agent',
      '--metrics-port=0',
      `--kubeconfig=${member.kubeconfig}`,
      `--cluster-reg-name=${name}`,
      `--cluster-reg-parent-url=${parentUrl}`,
      `--cluster-reg-token=${text('regToken')}`,
      `--cluster-reg-ca-hash=${text('caHash')}`,
      ...(tunnelAddress === undefined ? [] : [`--tunnel-address=${tunnelAddress}`]),
    ],
    until: 'agent started',
    execArgv,
  });
  const clusterId = await untilReady(parent, name, startedAt);
  const readyMs = performance.now() - startedMs;
  await untilReached(parent, clusterId);
  return { program, clusterId, readyMs, reachedMs: performance.now() - startedMs };
}

async function untilReady({ client }: BenchCluster, name: string, since: Date): Promise<string> {
  const key = { namespace: `clusternet-${name}`, name };
  for (;;) {
    const cluster = await client.get<ManagedCluster>(MANAGED_CLUSTERS, key).catch(absent);
    // Kubernetes' times are whole seconds.
    const isNew = Date.parse(cluster?.status?.lastObservedTime ?? '') >= since.getTime() - 1000;
    const isReady = cluster?.status?.conditions?.some((c) => c.type === 'Ready' && c.status === 'True');
    if (cluster !== undefined && isNew && isReady === true) return cluster.spec.clusterId;
    await delay(POLL_MS);
  }
}

async function untilReached({ client }: BenchCluster, clusterId: string): Promise<void> {
  const through = new KubeClient(throughHub(client.connection, clusterId));
  for (;;) {
    const { status, body } = await through.request({ method: 'GET', path: '/api/v1/namespaces/default' });
    await body.toArray();
    if (status === 200) break;
    await delay(POLL_MS);
  }
  await through.close();
}

function absent(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Node } from '@banyan/api/objects';
import { KubeClient, loadConnection } from '@banyan/kube';
import { textTable } from '../program/text-table.ts';

const NODES = { group: '', version: 'v1', resource: 'nodes' };
const POLL_MS = 20;
/** Only ends a hang. */
const DEADLINE_MS = 300_000;

/** A cluster as someone sees who has nothing but its kubeconfig. */
export interface ClusterReport {
  readonly name: string;
  readonly version: string;
  readonly nodes: number;
  readonly readyNodes: number;
  readonly server: string;
  readonly kubeconfig: string;
  /** Of a member: the process that stands in for the agent's pod. Another one if it is killed. */
  readonly agentPid?: number;
}

/** Runs with a client that is closed afterwards. */
export async function withClient<T>(kubeconfig: string, use: (client: KubeClient) => Promise<T>): Promise<T> {
  const client = new KubeClient(await loadConnection({ path: kubeconfig, env: {} }));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/** Waits until the API server says that it is ready, and all of so many nodes are. */
export async function reportWhenReady(
  { name, kubeconfig, nodes }: { name: string; kubeconfig: string; nodes: number },
  signal: AbortSignal,
): Promise<ClusterReport> {
  return withClient(kubeconfig, async (client) => {
    await poll(`${name} is ready, with ${nodes} nodes`, signal, async () => {
      const { status, body } = await client.request({ method: 'GET', path: '/readyz' });
      body.destroy();
      return status === 200 && (await readyNodesOf(client)).length === nodes;
    });
    const { gitVersion } = await client.requestJson<{ gitVersion: string }>({
      method: 'GET',
      path: '/version',
    });
    const readyNodes = (await readyNodesOf(client)).length;
    return { name, version: gitVersion, nodes, readyNodes, server: client.connection.server, kubeconfig };
  });
}

export async function poll(what: string, signal: AbortSignal, isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + DEADLINE_MS;
  while (!(await isTrue())) {
    signal.throwIfAborted();
    if (performance.now() > end) throw new Error(`not so within ${DEADLINE_MS / 1000} s: ${what}`);
    await delay(POLL_MS);
  }
}

async function readyNodesOf(client: KubeClient): Promise<readonly Node[]> {
  const { items } = await client.list<Node>(NODES, {});
  return items.filter(({ status }) =>
    status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True'),
  );
}

export function reportTable(clusters: readonly ClusterReport[]): string {
  return textTable([
    ['NAME', 'VERSION', 'NODES', 'READY', 'SERVER', 'KUBECONFIG'],
    ...clusters.map(({ name, version, nodes, readyNodes, server, kubeconfig }) => [
      name,
      version,
      String(nodes),
      readyNodes === nodes ? 'yes' : 'no',
      server,
      kubeconfig,
    ]),
  ]);
}

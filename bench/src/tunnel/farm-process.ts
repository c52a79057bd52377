/** Many agents in one process: their tunnels and their heartbeats, without clusters. Told what to do by IPC. */
import { KubeClient, loadConnection } from '@banyan/kube';
import { runTunnelAgent } from '@banyan/tunnel';
import type { WebSocket } from 'ws';
import { inParallel } from '../in-parallel.ts';
import { farmConnect, type FarmConnect, type FarmGateway } from './farm-connect.ts';
import { runFarmHeartbeat } from './farm-heartbeat.ts';

export interface FarmAgent {
  readonly clusterId: string;
  readonly name: string;
  readonly token: string;
}

export interface FarmTask {
  readonly agents: readonly FarmAgent[];
  readonly gateway: FarmGateway;
  /** Of the parent, for heartbeats. */
  readonly kubeconfig: string;
  readonly heartbeatMs: number;
  readonly startsAtOnce: number;
}

export type FarmOrder = { readonly type: 'start'; readonly task: FarmTask } | { readonly type: 'cut' };

export interface FarmReport {
  readonly connected: number;
  readonly heartbeats: number;
  readonly lateHeartbeats: number;
  readonly failures: number;
  readonly lastFailure: string;
}

const REPORT_EVERY_MS = 100;
const stopping = new AbortController();
const webSockets = new Set<WebSocket>();
const counts = { connected: 0, heartbeats: 0, lateHeartbeats: 0, failures: 0, lastFailure: '' };

process.on('message', (order: FarmOrder) => {
  if (order.type === 'start') void start(order.task);
  else for (const webSocket of webSockets) webSocket.terminate();
});
process.once('disconnect', () => process.exit());

async function start({ agents, gateway, kubeconfig, heartbeatMs, startsAtOnce }: FarmTask): Promise<void> {
  const hubClient = new KubeClient(await loadConnection({ path: kubeconfig, env: {} }));
  setInterval(() => {
    // Whoever asked may just have gone.
    if (process.connected) process.send?.(counts satisfies FarmReport, ignoreError);
  }, REPORT_EVERY_MS);
  const connect = farmConnect(gateway);
  await inParallel(agents.length, startsAtOnce, async (i) => {
    const agent = agents[i];
    if (agent === undefined) return;
    const heartbeat = { hubClient, name: agent.name, periodMs: heartbeatMs, random: Math.random };
    void runFarmHeartbeat(heartbeat, countHeartbeat, stopping.signal).catch(countFailure);
    await startAgent(agent, connect);
  });
}

/** Resolves when it is connected for the first time. */
function startAgent(agent: FarmAgent, connect: FarmConnect): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  void runTunnelAgent({
    connect: async (protocols, signal) => {
      const webSocket = await connect(agent, protocols, signal);
      webSockets.add(webSocket);
      webSocket.once('close', () => webSockets.delete(webSocket));
      return webSocket;
    },
    dial: () => Promise.reject(new Error('there is no cluster here')),
    observer: {
      connected: () => {
        counts.connected += 1;
        resolve();
      },
      disconnected: () => (counts.connected -= 1),
      connectFailed: ({ error }) => countFailure(error),
    },
    signal: stopping.signal,
  });
  return promise;
}

function countHeartbeat(isLate: boolean): void {
  counts.heartbeats += 1;
  if (isLate) counts.lateHeartbeats += 1;
}

function countFailure(error: unknown): void {
  counts.failures += 1;
  counts.lastFailure = error instanceof Error ? error.message : String(error);
}

function ignoreError(): void {}

import { setTimeout as delay } from 'node:timers/promises';
import { MANAGED_CLUSTERS, type ManagedCluster } from '@banyan/api/clusternet';
import type { BenchmarkTable } from '../benchmark.ts';
import { residentBytes } from '../process-usage.ts';
import { AgentFarm } from './agent-farm.ts';
import { installAgent, startAgent } from './bench-agent.ts';
import { startEmbedded, type BenchCluster } from './bench-clusters.ts';
import { startHub, throughHub, type BenchHub } from './bench-hub.ts';
import { OtherCaller } from './other-caller.ts';
import { seedMembers } from './seed-members.ts';
import { Stages } from './stages.ts';

export interface IdleAgentsTask {
  readonly agents: number;
  readonly processes: number;
  readonly idleSeconds: number;
  readonly heartbeatMs: number;
  /** Of each process, for the first time: how they all come back is measured later. */
  readonly startsAtOnce: number;
  /** Flags of Node for the hub. */
  readonly execArgv: readonly string[];
}

/** Until members' news have been dealt with. */
const SETTLE_MS = 5_000;
/** Of each stage: what is not done by then shows in its row. */
const PATIENCE_MS = 240_000;
const MEMBER = 'berlin';

type Row = Record<string, string | number>;

/** Many agents on one hub process: what they hold while nothing happens, and what happens when all come at once. */
export async function measureIdleAgents(
  task: IdleAgentsTask,
  progress: (line: string) => void,
): Promise<BenchmarkTable[]> {
  await using parts = new AsyncDisposableStack();
  const { clusters, stop } = await startEmbedded(2);
  parts.defer(stop);
  const [parent, member] = clusters;
  if (parent === undefined || member === undefined) throw new Error('two clusters are needed');
  const { execArgv } = task;
  const hub = await startHub(parent, { tunnelAddress: 'https://localhost', execArgv });
  parts.defer(hub.program.stop);
  const agents = await seedMembers(parent.client, task.agents, progress);
  const caller = await startCaller(parts, { parent, member, hub });
  await delay(SETTLE_MS);
  const emptyBytes = residentBytes(hub.program.pid);
  const farm = new AgentFarm();
  parts.defer(() => farm.stop());
  const stages = new Stages(task.agents, { parent, hub, farm, caller, progress });
  await stages.begin();
  const gateway = { port: hub.gatewayPort, ca: hub.ca };
  const { kubeconfig } = parent;
  progress(`${task.agents} agents connect, and say for the first time how they are`);
  const { heartbeatMs, startsAtOnce, processes } = task;
  farm.start({ agents, gateway, kubeconfig, heartbeatMs, startsAtOnce }, processes);
  await farm.until(({ connected }) => connected === task.agents, PATIENCE_MS);
  await stages.end(`all start, ${startsAtOnce * processes} at once`);
  await farm.until(({ heartbeats }) => heartbeats >= task.agents, PATIENCE_MS);
  await delay(SETTLE_MS);
  progress(`${task.idleSeconds} s of nothing`);
  await stages.begin();
  const before = farm.counts();
  await delay(task.idleSeconds * 1000);
  await stages.end('idle, with heartbeats');
  const heldBytes = residentBytes(hub.program.pid) - emptyBytes;
  const idle = farm.counts();
  progress('all are cut at once');
  await stages.begin();
  farm.cut();
  await farm.until(({ connected }) => connected < task.agents / 2, PATIENCE_MS);
  await farm.until(({ connected }) => connected === task.agents, PATIENCE_MS);
  await stages.end('all cut at once, until all are back');
  const held: Row = {
    agents: task.agents,
    'KB of the hub each': heldBytes / task.agents / 1024,
    'heartbeats/s': (idle.heartbeats - before.heartbeats) / task.idleSeconds,
    expected: task.agents / ((task.heartbeatMs / 1000) * 0.95),
    late: idle.lateHeartbeats - before.lateHeartbeats,
    'not Ready': await notReady(parent),
    'KB of the hub each, after': (residentBytes(hub.program.pid) - emptyBytes) / task.agents / 1024,
  };
  return [
    { title: `${task.agents} agents on one hub process`, rows: [held] },
    { title: 'meanwhile someone else asks a member for something, 50 times a second', rows: stages.rows },
  ];
}

async function startCaller(
  parts: AsyncDisposableStack,
  { parent, member, hub }: { parent: BenchCluster; member: BenchCluster; hub: BenchHub },
): Promise<OtherCaller> {
  await installAgent(parent, member, MEMBER);
  const { server } = parent.client.connection;
  const tunnelAddress = hub.gateway.server;
  const names = { parent, member, name: MEMBER, parentUrl: server, tunnelAddress };
  const { program, clusterId } = await startAgent({ ...names, execArgv: [] });
  parts.defer(program.stop);
  const caller = new OtherCaller(throughHub(hub.gateway, clusterId), '/api/v1/namespaces/default');
  const ending = new AbortController();
  const running = caller.run(ending.signal);
  parts.defer(() => {
    ending.abort();
    return running;
  });
  return caller;
}

async function notReady({ client }: BenchCluster): Promise<number> {
  const { items } = await client.list<ManagedCluster>(MANAGED_CLUSTERS);
  const isReady = ({ status }: ManagedCluster) =>
    status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ===
    true;
  return items.filter((item) => !isReady(item)).length;
}
